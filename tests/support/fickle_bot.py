"""A bot's program that never decides the same way by itself."""

from titledeed.workshop.steps import STEPS

# It decides by chance, and by what it has noted in the module, in its class and in itself.
FICKLE = f"""
import random
{STEPS[0].solution}
asked = []
mine = random.random()
print("once")
class Fickle(MyBot):
    seen = 0
    def __init__(self):
        self.luck = random.random()
    def choose(self, view, options):
        answer = super().choose(view, options)
        asked.append(answer)
        Fickle.seen += 1
        if view.ask.kind == "buy":
            luck = random.random() + mine + self.luck + len(asked) % 2 + Fickle.seen % 3
            return "buy" if luck < 2 and answer != "decline" else "decline"
        return answer
"""
