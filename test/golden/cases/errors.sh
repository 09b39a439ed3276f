# One clear line, and exit code 2. Mistakes in the command itself also say where the help is.
try() {
  "$CLEW" "$@"
  echo "exit $?"
}
file=$DATA/sessions/bakery.jsonl
: >empty.jsonl
printf '\n\n' >blank.jsonl
mkdir folder
mkfifo pipe.jsonl
printf '\211PNG\r\n\032\n\000\001\002\377' >picture.png
printf 'plain words\n' >words.txt
ln -s nowhere.jsonl link.jsonl
for name in ./missing.jsonl ./empty.jsonl ./blank.jsonl ./folder ./pipe.jsonl ./picture.png ./words.txt ./link.jsonl; do
  try show $name
done
for command in context branches tree stats check; do
  try $command ./picture.png
done
try context ./empty.jsonl
try raw "$file" ffff0000
try raw "$file" 0000
try raw "$file" ''
try show "$file" --leaf nonsense
try show "$file" --at ffff0000
try tree "$file" --leaf 00000
try show "$file" --rules 3.0
try context "$file" --rules ''
try show "$file" --view sideways
try show "$file" --first -1
try show "$file" --last many
try show "$file" --width 99999999999
try show "$file" --color red
try show "$file" --colour red
try show "$file" -x
try show
try raw "$file"
try show "$file" extra
try show "$file" --first 1 --first 2
try frobnicate
try --generate cake
