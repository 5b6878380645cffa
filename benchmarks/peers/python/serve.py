"""One engine, told what to do by lines of JSON, which it answers with lines of JSON.

Times are taken here, so that no pipe is in between. A module has `load(rows, folder)` and `open(folder)`, which gives
its title and its answers: functions of the parameters, by the name of the question, that return lists of texts.
"""

import importlib
import json
import sys
import time

name, rows, folder = sys.argv[1:4]
module = importlib.import_module(name)
answers = {}


def obey(command):
    global answers
    do = command["do"]
    if do == "load":
        module.load(rows, folder)
        return {}
    if do == "open":
        title, answers = module.open(folder)
        return {"title": title, "questions": list(answers)}
    answer = answers[command["question"]]
    if do == "answers":
        return [answer(params) for params in command["params"]]
    ms = []
    before = time.process_time()
    for params in command["params"]:
        started = time.perf_counter()
        answer(params)
        ms.append(1000 * (time.perf_counter() - started))
    return {"ms": ms, "cpu": 1000 * (time.process_time() - before)}


for line in sys.stdin:
    try:
        said = obey(json.loads(line))
    except Exception as error:  # Whoever asked decides what it means.
        said = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(said), flush=True)
