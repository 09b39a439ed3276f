// SPDX-License-Identifier: MIT
// Stands in for libFuzzer where there is none: runs the target over every file of the given
// folders. Options (arguments that begin with '-') are libFuzzer's and are skipped.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    if (it->is_regular_file(error)) files.push_back(it->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void replay(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  // On its own heap block, so that the sanitizers see a read past the end.
  const std::vector<std::uint8_t> data(bytes.begin(), bytes.end());
  LLVMFuzzerTestOneInput(data.data(), data.size());
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t count = 0;
  for (int i = 1; i < argc; ++i) {
    const std::string folder = argv[i];
    if (folder.starts_with('-')) continue;
    for (const fs::path& file : files_below(folder)) {
      std::fprintf(stderr, "%s\n", file.c_str());
      replay(file);
      ++count;
    }
  }
  std::fprintf(stderr, "%zu inputs replayed\n", count);
  return count == 0 ? 1 : 0;
}
