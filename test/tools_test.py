# SPDX-License-Identifier: MIT
"""Tests of what ./dev is made of: python3 tools_test.py"""
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import mutation
import sources


def changes(text):
    return [mutant.apply(text) for mutant in mutation.mutants_of(text)]


class Mutation(unittest.TestCase):
    def expect(self, text, *wanted):
        self.assertEqual(sorted(changes(text)), sorted(wanted))

    def test_operators_with_two_operands_are_swapped(self):
        self.expect("f(a == b);", "f(a != b);")
        self.expect("f(a && b);", "f(a || b);")
        self.expect("g = a < b;", "g = a <= b;")

    def test_templates_pointers_and_references_are_no_operators(self):
        self.expect("std::vector<int> f(const T& a, T&& b, T* c);")
        self.expect("auto& x = *y;")

    def test_texts_comments_includes_and_assertions_are_left_alone(self):
        self.expect('// a == b\n/* c && d */ f("x == 1", R"(y || 2)", \'3\');\n')
        self.expect("#include <a>\n#if A == 1 && \\\n  B == 2\n#endif\n")
        self.expect("static_assert(sizeof(int) == 4 && true);")
        self.expect("constexpr int kMost = 5 + 1;")

    def test_texts_are_joined_not_added(self):
        self.expect('return "a" + b;')

    def test_constants_become_their_neighbours(self):
        self.expect("return 12U;", "return 13U;", "return 11U;")
        self.expect("return 0;", "return 1;")
        self.expect("return 0x1F;")

    def test_limits_are_doubled_and_halved(self):
        self.expect("return 1'000U;", "return 2000U;", "return 500U;")

    def test_a_mark_for_none_is_as_good_as_another(self):
        self.expect("return -1;", "return -0;")

    def test_what_only_costs_time_is_left_alone(self):
        self.expect("{ a.reserve(b + 1); }")
        self.expect("f({.block_size = 1 << 18, .most = 2});", "f({.block_size = 1 << 18, .most = 3});",
                    "f({.block_size = 1 << 18, .most = 1});")  # fmt: skip
        self.expect("std::array<char, 64> buffer;")
        self.expect("char buffer[64];")
        self.expect("wait(std::chrono::milliseconds(20));")

    def test_descriptors_are_never_zero(self):
        self.expect("return fd.get() < 0;")
        self.expect("return map.get() < 1;", "return map.get() <= 1;", "return map.get() < 2;", "return map.get() < 0;")

    def test_conditions_are_negated_after_what_they_declare(self):
        self.expect("if (a) return;", "if (!(a)) return;")
        self.expect("if (auto x = f(); y) return;", "if (auto x = f(); !(y)) return;")
        self.expect("if (auto x = f()) return;")
        self.expect("if (!a) return;", "if (a) return;")
        self.expect("if constexpr (kA) return;")

    def test_statements_go_and_declarations_stay(self):
        self.expect("{ f(a); }", "{ ; }")
        self.expect("{ a.b->c(d)[e] = f; }", "{ ; }")
        self.expect("{ std::lock_guard lock(mutex); }")
        self.expect("{ const int a = f(b); }")
        self.expect("{ std::vector<int> a(b); }")
        self.expect("for (; a; b) c();", "for (; a; b) ;")

    def test_words(self):
        self.expect("{ continue; }", "{ break; }")
        self.expect("return std::min(a, b);", "return std::max(a, b);")
        self.expect("return limits<int>::max();")

    def test_every_change_of_every_source_changes_something(self):
        for path in sources.sources("*.cc"):
            text = path.read_text()
            for mutant in mutation.mutants_of(text):
                self.assertNotEqual(text[mutant.begin : mutant.end], mutant.new, f"{path} {mutant}")


class Sources(unittest.TestCase):
    def test_modules_above(self):
        self.assertIn("serve", sources.modules_on(["base"]))
        self.assertNotIn("base", sources.modules_on(["serve"]))

    def test_includes_are_followed(self):
        path = ROOT / "src" / "json" / "writer.cc"
        self.assertIn(ROOT / "src" / "json" / "writer.h", sources.closure(path))


if __name__ == "__main__":
    unittest.main()
