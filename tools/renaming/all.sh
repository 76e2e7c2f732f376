# all.sh ROOT: the whole renaming of an unrenamed tree (everything but locals)
set -e
R=$1; K=$K; cd $R; PY=.venv/bin/python
F=py/titledeed/front/views/lab/lessons/state.py
sed -i 's/^from \.\. import compare, desk, landings$/from ..compare import Compare\nfrom ..desk import PositionDesk\nfrom ..landings import Landings/; s/compare: compare\.Compare/compare: Compare/; s/desk: desk\.PositionDesk/desk: PositionDesk/; s/landings: landings\.Landings/landings: Landings/' $F
sed -i 's/^\( *\)#.*other_words.*$/&/' tools/messages.py
$PY $K/refactor.py $R $K/plan.py
bash $K/post.sh
git add -A
$PY $K/split.py $R $K/plan3.py
.venv/bin/ruff check -q --fix --select I,F401 . || true
$PY $K/refactor.py $R $K/plan5.py
sed -i 's/TypedDict("Piece"/TypedDict("SentencePart"/; s/TypedDict(\n    "Piece"/TypedDict("SentencePart"/' py/titledeed/language/sentence_parts.py
$PY - <<'P'
import pathlib,re
f=pathlib.Path('py/titledeed/language/sentence_parts.py'); t=f.read_text(); t=re.sub(r'TypedDict\(\s*"Piece"','TypedDict("SentencePart"',t); f.write_text(t)
f=pathlib.Path('py/titledeed/odds/__init__.py'); t=f.read_text()
m=re.search(r'from \.model import (.*)\n',t).group(1)+', '+re.search(r'from \.quiescence import (.*)\n',t).group(1)
names=sorted(x.strip(' ()') for x in m.split(','))
t=re.sub(r'__all__ = \[.*?\]','__all__ = ['+', '.join(f'"{n}"' for n in names)+']',t,flags=re.S); f.write_text(t)
P
.venv/bin/ruff check -q --fix --select I,F401 . || true
$PY $K/split.py $R $K/plan6.py
.venv/bin/ruff check -q --fix --select I,F401 . || true
.venv/bin/ruff format -q .
.venv/bin/ruff check -q --fix . || true
git add -A
