"""Runs the Python packages that rewards of the catalogue are compared with.

Takes the name of a recorded function and a number of CPU seconds, reads the inputs as JSON lines from standard input, calls the package
over and over, and prints the calls per CPU second, or which package is missing.
"""
import json
import logging
import sys
import time
import warnings

logging.disable(logging.CRITICAL)
warnings.simplefilter("ignore")


def rouge():
    from rouge_score import rouge_scorer

    kinds = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
    scorers = {stem: rouge_scorer.RougeScorer(kinds, use_stemmer=stem) for stem in (False, True)}
    return lambda i: scorers[i.get("use_stemmer", False)].score(i["reference"], i["prediction"])


def bleu():
    from sacrebleu.metrics import BLEU

    made = {}

    def call(i):
        key = (i.get("tokenize", "13a"), i.get("smooth_method", "exp"), i.get("effective_order", True))
        if key not in made:
            made[key] = BLEU(tokenize=key[0], smooth_method=key[1], effective_order=key[2])
        return made[key].sentence_score(i["prediction"], i["references"])

    return call


def chrf():
    from sacrebleu.metrics import CHRF

    made = {order: CHRF(word_order=order) for order in (0, 2)}
    return lambda i: made[i.get("word_order", 0)].sentence_score(i["prediction"], i["references"])


def ter():
    from sacrebleu.metrics import TER

    made = TER()
    return lambda i: made.sentence_score(i["prediction"], i["references"])


def fuzz():
    from rapidfuzz import distance as d
    from rapidfuzz import fuzz as f

    def call(i):
        a, b = i["a"], i["b"]
        return (
            d.Levenshtein.distance(a, b),
            d.Levenshtein.normalized_similarity(a, b),
            d.Indel.normalized_similarity(a, b),
            d.OSA.distance(a, b),
            d.Jaro.similarity(a, b),
            d.JaroWinkler.similarity(a, b),
            d.LCSseq.similarity(a, b),
            f.ratio(a, b),
            f.partial_ratio(a, b),
            f.token_sort_ratio(a, b),
            f.token_set_ratio(a, b),
        )

    return call


def blocks():
    from difflib import SequenceMatcher

    return lambda i: SequenceMatcher(None, i["a"], i["b"], i.get("autojunk", True)).ratio()


def ifeval():
    import langdetect
    from lm_eval.tasks.ifeval import instructions_util, utils
    from nltk.tokenize import PunktTokenizer

    langdetect.DetectorFactory.seed = 0
    punkt = PunktTokenizer("english")
    instructions_util._get_sentence_tokenizer = lambda: punkt

    def call(i):
        example = utils.InputExample(
            key=0, instruction_id_list=i["instruction_id_list"], prompt=i.get("prompt", ""), kwargs=i["kwargs"]
        )
        utils.test_instruction_following_strict(example, i["final_response"])
        return utils.test_instruction_following_loose(example, i["final_response"])

    return call


def alpha():
    import krippendorff
    import numpy

    def call(i):
        rows = [[numpy.nan if x is None else x for x in row] for row in i["ratings"]]
        return krippendorff.alpha(
            reliability_data=numpy.array(rows, dtype=float), level_of_measurement=i["level"]
        )

    return call


def kappa():
    from sklearn.metrics import cohen_kappa_score

    return lambda i: cohen_kappa_score(i["a"], i["b"], weights=i.get("weights"))


def schema():
    from jsonschema import Draft202012Validator

    def call(i):
        Draft202012Validator.check_schema(i["schema"])
        return list(Draft202012Validator(i["schema"]).iter_errors(i["instance"]))

    return call


def bfcl():
    from bfcl_eval.constants.enums import Language
    from bfcl_eval.eval_checker.ast_eval.ast_checker import ast_checker

    return lambda i: ast_checker(
        i["functions"], i["calls"], i["possible_answers"], Language.PYTHON, i["test_category"], "gpt-4o-2024-11-20-FC"
    )


REFERENCES = {
    "rouge": rouge,
    "sacrebleu:bleu": bleu,
    "sacrebleu:chrf": chrf,
    "sacrebleu:ter": ter,
    "rapidfuzz": fuzz,
    "difflib.ratio": blocks,
    "ifeval": ifeval,
    "krippendorff_alpha": alpha,
    "cohen_kappa": kappa,
    "jsonschema:2020-12": schema,
    "bfcl:ast": bfcl,
}


def forget():
    """Empties the caches of sacrebleu's tokenizers: the next response of a model is a new text."""
    for name, module in list(sys.modules.items()):
        if name.startswith("sacrebleu.tokenizers."):
            for kind in vars(module).values():
                cached = getattr(kind, "__call__", None) if isinstance(kind, type) else None
                if hasattr(cached, "cache_clear"):
                    cached.cache_clear()


def main():
    name, seconds = sys.argv[1], float(sys.argv[2])
    inputs = [json.loads(line) for line in sys.stdin]
    try:
        call = REFERENCES[name]()
    except Exception as problem:
        print(json.dumps({"missing": "%s: %s" % (type(problem).__name__, problem)}))
        return

    def once(given):
        try:
            call(given)
        except Exception:
            pass  # some recorded inputs are there because the package raises

    for given in inputs:
        once(given)
    calls, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        forget()
        for given in inputs:
            once(given)
        calls += len(inputs)
    print(json.dumps({"calls_per_cpu_second": calls / (time.process_time() - start)}))


main()
