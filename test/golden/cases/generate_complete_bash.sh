"$CLEW" --generate complete-bash
