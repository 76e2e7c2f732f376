import pathlib,re
p=pathlib.Path('py/titledeed/lab/worker.py'); t=p.read_text()
t=t.replace('"titledeed.lab.landings.landing_share_jobs:seen": "titledeed.lab.landings.landing_share_jobs:seen_in_slices",','"titledeed.lab.landings.landing_share_jobs:seen": (\n        "titledeed.lab.landings.landing_share_jobs:seen_in_slices"\n    ),')
p.write_text(t)
import subprocess
for f in subprocess.run(['git','ls-files','py','tests','tools','docs/BOTS.md'],capture_output=True,text=True).stdout.split():
    if not f.endswith(('.py','BOTS.md')): continue
    p=pathlib.Path(f); t=o=p.read_text()
    t=re.sub(r'(?<!experiment)\.allows\(', '.violations(', t)
    t=re.sub(r'\bnot ((?:[\w]+(?:\([^()\n]*\))?\.)*[\w]+(?:\([^()\n]*\))?)\.violations\(', r'\1.is_legal(', t)
    if f.endswith('legal_answers.py'):
        i=t.index('    def allows(self, answer: Answer)'); j=t.index('    def ',i+10)
        t=t[:i]+'''    def violations(self, answer: Answer) -> Because:
        """The clauses that bar this answer now; () if it is legal. It serves for offers and bids, which
        cannot be listed."""
        return violations(self._state, self._seat, answer)

    def is_legal(self, answer: Answer) -> bool:
        """Whether this answer is legal now."""
        return not violations(self._state, self._seat, answer)

'''+t[j:]
    if f.endswith('BOTS.md'):
        t=t.replace('`allows(answer)` gives the clauses against any answer, `()` where it is allowed','`violations(answer)` gives the clauses against any answer, `()` where it is legal; `is_legal(answer)` is true where there are none')
    if t!=o: p.write_text(t)
