// SPDX-License-Identifier: MIT
// PNG files, by stb_image_write.
#include "canvas.hpp"

#include <stdexcept>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

namespace throng::app {

std::string png(const Canvas& canvas) {
    const auto append = [](void* file, void* data, int size) {
        static_cast<std::string*>(file)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
    };
    std::string file;
    const std::vector<unsigned char> bytes = canvas.bytes();
    if (stbi_write_png_to_func(append, &file, canvas.width(), canvas.height(), 3, bytes.data(), 3 * canvas.width()) == 0) {
        throw std::runtime_error("the picture could not be packed as PNG");
    }
    return file;
}

} // namespace throng::app
