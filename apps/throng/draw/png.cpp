// SPDX-License-Identifier: MIT
// PNG files, by stb_image_write and zlib.
#include "apps/throng/draw/canvas.hpp"

#include <cstdlib>
#include <stdexcept>
#include <zlib.h>

namespace throng::app {
namespace {

// What stb_image_write calls: memory that it frees, or null. zlib takes a fraction of the time of stb's own packing.
unsigned char* deflated(unsigned char* data, int size, int* packed_size, int level) {
    uLongf bytes = compressBound(static_cast<uLong>(size));
    auto* const packed = static_cast<unsigned char*>(std::malloc(bytes));
    if (!packed || compress2(packed, &bytes, data, static_cast<uLong>(size), level) != Z_OK) {
        std::free(packed);
        return nullptr;
    }
    *packed_size = static_cast<int>(bytes);
    return packed;
}

} // namespace
} // namespace throng::app

// NOLINTNEXTLINE(readability-identifier-naming): the name is of stb
#define STBIW_ZLIB_COMPRESS throng::app::deflated
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

namespace throng::app {

namespace {

constexpr int unfiltered = 0, filtered_by_row = -1;

std::string packed(const Canvas& canvas, const std::vector<unsigned char>& bytes, int filter) {
    const auto append = [](void* file, void* data, int size) {
        static_cast<std::string*>(file)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
    };
    std::string file;
    stbi_write_force_png_filter = filter;
    stbi_write_png_compression_level = 6; // zlib's default
    if (stbi_write_png_to_func(append, &file, canvas.width(), canvas.height(), 3, bytes.data(), 3 * canvas.width()) ==
        0) {
        throw std::runtime_error("the picture could not be packed as PNG");
    }
    return file;
}

} // namespace

// Many small discs pack better as they are, gradients better as differences.
std::string png(const Canvas& canvas) {
    const std::vector<unsigned char> bytes = canvas.bytes();
    std::string plain = packed(canvas, bytes, unfiltered), differences = packed(canvas, bytes, filtered_by_row);
    return plain.size() < differences.size() ? plain : differences;
}

} // namespace throng::app
