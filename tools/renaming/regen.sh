# regen.sh: in $R: auto commit from main, then the manual commits after tag "auto-done"
set -e
cd $R
manual=$(git rev-list --reverse auto-done..HEAD 2>/dev/null || true)
git checkout -q --detach main; git checkout -q -B moves
nice -n -5 bash $K/all.sh $R > /tmp/regen.out 2>&1
git commit -qm "auto1"
nice -n -5 $MYPY_PYTHON $K/locals.py $R $K/plan4.py > /tmp/locals.out 2>&1
sed -i 's/replace(\(.*\)because=/replace(\1clauses=/' py/titledeed/game/legacy_rulings.py
.venv/bin/python $K/strings.py . $K/plan.py
sed -i '/__slots__/,/)/s/"s"/"state"/' py/titledeed/engine/mutations.py
.venv/bin/ruff format -q . ; .venv/bin/ruff check -q --fix . || true
.venv/bin/python $K/wrap.py
.venv/bin/ruff format -q .
cp $K/api.py py/titledeed/api.py
.venv/bin/python $K/late.py
cp $K/test_architecture.py tests/
git add -A; git commit -qm auto2
git tag -f auto-done >/dev/null
for c in $manual; do git cherry-pick $c || { echo "CONFLICT at $c"; break; }; done
.venv/bin/mypy | tail -5
