// SPDX-License-Identifier: MIT
//! A thousand agents, and the neighbours of each within two units: the C interface from Rust, without any crate.
use std::ffi::{c_char, c_void, CStr};

mod c {
    use super::{c_char, c_void};

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Status {
        pub faults: u32,
        pub first: u32,
        pub count: u32,
        pub reason: u32,
    }
    #[repr(C)]
    pub struct Points {
        pub x: *const f32,
        pub y: *const f32,
        pub size: usize,
        pub stride: usize,
    }
    #[repr(C)]
    pub struct Boxes {
        pub a: Points,
        pub b: Points,
        pub half_extent: f32,
        pub around_centers: u32,
    }
    #[repr(C)]
    #[derive(Clone, Copy, Default, PartialEq, Debug)]
    pub struct Id {
        pub slot: u32,
        pub generation: u32,
    }
    #[repr(C)]
    pub struct Columns {
        pub offsets: *const u32,
        pub offset_count: usize,
        pub slots: *const u32,
        pub slot_count: usize,
        pub distances: *const f32,
        pub distance_count: usize,
        pub found: *const u32,
        pub found_count: usize,
    }
    pub const DYNAMIC: u32 = 1;

    extern "C" {
        pub fn throng_describe_status(status: Status) -> *const c_char;
        pub fn throng_world_create(desc: *const c_void, out: *mut *mut c_void) -> Status;
        pub fn throng_world_destroy(world: *mut c_void);
        pub fn throng_world_space(world: *const c_void) -> *const c_void;
        pub fn throng_world_spawn(
            world: *mut c_void, boxes: *const Boxes, motion: u32, ids: *mut Id, size: usize, categories: *const u32,
        ) -> Status;
        pub fn throng_world_commit(world: *mut c_void, executor: *const c_void) -> Status;
        pub fn throng_hits_create(memory: *const c_void) -> *mut c_void;
        pub fn throng_hits_destroy(hits: *mut c_void);
        pub fn throng_hits_read(hits: *const c_void, out: *mut Columns);
        pub fn throng_neighbors(
            space: *const c_void, radius: f32, out: *mut c_void, options: *const c_void, executor: *const c_void,
        ) -> Status;
    }
}

fn check(status: c::Status) -> Result<(), String> {
    if status.faults == 0 {
        return Ok(());
    }
    Err(unsafe { CStr::from_ptr(c::throng_describe_status(status)) }.to_string_lossy().into_owned())
}

struct World(*mut c_void);

impl World {
    fn new() -> Result<Self, String> {
        let mut handle = std::ptr::null_mut();
        check(unsafe { c::throng_world_create(std::ptr::null(), &mut handle) })?;
        Ok(World(handle))
    }

    fn spawn(&mut self, centers: &[[f32; 2]], half_extent: f32) -> Result<Vec<c::Id>, String> {
        let first = centers.as_ptr().cast::<f32>();
        let none = || c::Points { x: std::ptr::null(), y: std::ptr::null(), size: 0, stride: 4 };
        let a = c::Points { x: first, y: first.wrapping_add(1), size: centers.len(), stride: 8 };
        let boxes = c::Boxes { a, b: none(), half_extent, around_centers: 1 };
        let mut ids = vec![c::Id::default(); centers.len()];
        let (out, size) = (ids.as_mut_ptr(), ids.len());
        check(unsafe { c::throng_world_spawn(self.0, &boxes, c::DYNAMIC, out, size, std::ptr::null()) })?;
        Ok(ids)
    }

    fn commit(&mut self) -> Result<(), String> {
        check(unsafe { c::throng_world_commit(self.0, std::ptr::null()) })
    }

    /// Calls `read` with the offsets and the slots of all rows.
    fn neighbors<T>(&self, radius: f32, read: impl FnOnce(&[u32], &[u32]) -> T) -> Result<T, String> {
        unsafe {
            let hits = c::throng_hits_create(std::ptr::null());
            let space = c::throng_world_space(self.0);
            let status = c::throng_neighbors(space, radius, hits, std::ptr::null(), std::ptr::null());
            let answer = check(status).map(|()| {
                let mut columns = std::mem::zeroed::<c::Columns>();
                c::throng_hits_read(hits, &mut columns);
                let offsets = std::slice::from_raw_parts(columns.offsets, columns.offset_count);
                let slots: &[u32] = match columns.slot_count {
                    0 => &[],
                    count => std::slice::from_raw_parts(columns.slots, count),
                };
                read(offsets, slots)
            });
            c::throng_hits_destroy(hits);
            answer
        }
    }
}

impl Drop for World {
    fn drop(&mut self) {
        unsafe { c::throng_world_destroy(self.0) }
    }
}

fn main() -> Result<(), String> {
    let at: Vec<[f32; 2]> = (0..1000).map(|i| [(i % 40) as f32, (i / 40) as f32]).collect();
    let mut world = World::new()?;
    let ids = world.spawn(&at, 0.25)?;
    world.commit()?;
    let (rows, hits) = world.neighbors(2.0, |offsets, slots| (offsets.len() - 1, slots.len()))?;
    println!("{} ids, {rows} rows, {hits} neighbours", ids.len());
    let refused = world.neighbors(-1.0, |_, _| ()).unwrap_err();
    println!("a radius of -1: {refused}");
    assert_eq!(hits, 11354);
    Ok(())
}
