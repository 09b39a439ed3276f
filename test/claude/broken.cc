// SPDX-License-Identifier: MIT
//
// The broken sessions of the doctor's tests, for tests with the real CLI: one a line,
// {"class":"C1","name":"C1-0","leaf":"","only":[],"hex":"..."}. Those that are only broken for
// other limits than the API's are left out.
#include <iostream>
#include <map>

#include "engine/doctor/test_broken.h"
#include "json/writer.h"

namespace {

std::string hex(const std::string& bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  out.reserve(bytes.size() * 2);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

}  // namespace

int main() {
  std::map<std::string_view, int> numbers;
  for (const clew::Broken& broken : clew::all_broken()) {
    const int number = numbers[broken.id]++;
    const std::string bytes = broken.make != nullptr ? broken.make() : broken.bytes;
    const auto defect = clew::find_defect(broken.id);
    if (!defect || clew::TestPatient(bytes).diagnosis().find(*defect) == nullptr) continue;
    clew::json::Writer out;
    out.begin_object().field("class", broken.id);
    out.field("name", std::string(broken.id) + "-" + std::to_string(number));
    out.field("leaf", broken.leaf).key("only").begin_array();
    for (const clew::Defect only : broken.only) out.value(clew::name_of(only));
    out.end_array().field("hex", hex(bytes)).end_object();
    std::cout << out.take() << "\n";
  }
  return 0;
}
