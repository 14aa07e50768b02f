// SPDX-License-Identifier: MIT
// THRONG_LIB_DIR is the folder of libthrong.so, where that is not one that the linker searches.
fn main() {
    println!("cargo:rerun-if-env-changed=THRONG_LIB_DIR");
    if let Ok(folder) = std::env::var("THRONG_LIB_DIR") {
        println!("cargo:rustc-link-search=native={folder}");
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    }
    println!("cargo:rustc-link-lib=dylib=throng");
}
