"""Trains a tiny model with TRL's GRPOTrainer on rewards of the engine, and asks that the reward rises. Run by ./dev test-trl.

The model has two layers, is built from a configuration, and has never seen a number. It is asked for sums of two digits, and may say one digit. In every second
batch one sample has no expected answer, so it cannot be scored: TRL must get None for it, and go on.
"""

import logging
import math
import os
import sys
import tempfile
import time
from typing import Any, List, Optional

STEPS = 300
RISE = 0.3
"""By how much the mean reward of the last steps must be above that of the first."""


def tokenizer() -> Any:
    from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    words = ["<pad>", "<eos>", "<unk>", *"0123456789+="]
    made = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, unk_token="<unk>"))
    made.pre_tokenizer = pre_tokenizers.Split(Regex("."), "isolated")
    made.decoder = decoders.Fuse()
    return PreTrainedTokenizerFast(tokenizer_object=made, pad_token="<pad>", eos_token="<eos>", unk_token="<unk>", padding_side="left")


def main() -> int:
    import torch
    import transformers
    import trl
    from datasets import Dataset
    from transformers import Qwen2Config, Qwen2ForCausalLM, set_seed

    import guerdon
    from guerdon.trl import reward

    torch.set_num_threads(1)  # the model is so small that threads only wait for each other
    transformers.logging.set_verbosity_error()
    logging.getLogger("trl").setLevel(logging.ERROR)  # it warns of each sample without a reward
    set_seed(1)
    words = tokenizer()
    model = Qwen2ForCausalLM(
        Qwen2Config(
            vocab_size=len(words),
            hidden_size=64,
            intermediate_size=128,
            num_hidden_layers=2,
            num_attention_heads=4,
            num_key_value_heads=2,
            max_position_embeddings=64,
            pad_token_id=words.pad_token_id,
            eos_token_id=words.eos_token_id,
            bos_token_id=None,
        )
    )
    sums = [(a, b) for a in range(4) for b in range(2)]
    rows = Dataset.from_dict({"prompt": ["%d+%d=" % pair for pair in sums] * 40, "answer": [str(sum(pair)) for pair in sums] * 40})

    scored = reward("math_equal_reward")
    told: List[List[Optional[float]]] = []

    async def graded(answer: List[Optional[str]], **others: Any) -> List[Optional[float]]:
        if len(told) % 2 == 1:
            answer = [None, *answer[1:]]
        told.append(await scored(answer=answer, **others))
        return told[-1]

    with tempfile.TemporaryDirectory() as folder:
        arguments = trl.GRPOConfig(
            output_dir=folder,
            max_steps=STEPS,
            per_device_train_batch_size=16,
            num_generations=8,
            max_completion_length=1,
            learning_rate=3e-3,
            lr_scheduler_type="constant",
            beta=0.0,
            bf16=False,
            use_cpu=True,
            logging_steps=1,
            report_to=[],
            save_strategy="no",
            disable_tqdm=True,
            seed=1,
        )
        trainer = trl.GRPOTrainer(model=model, processing_class=words, reward_funcs=[graded], args=arguments, train_dataset=rows)
        trainer.remove_callback(transformers.PrinterCallback)
        began = time.monotonic()
        trainer.train()
        took = time.monotonic() - began

    log = [entry for entry in trainer.state.log_history if "reward" in entry]
    means = [sum(known) / len(known) for known in ([value for value in batch if value is not None] for batch in told)]
    first, last = sum(means[:30]) / 30, sum(means[-30:]) / 30
    unscored = [sum(value is None for value in batch) for batch in told]
    print("trl %s, torch %s, transformers %s, guerdon %s" % (trl.__version__, torch.__version__, transformers.__version__, guerdon.__version__))
    print("%d steps of %d completions in %.0f s, load %.1f" % (len(log), len(told[0]), took, os.getloadavg()[0]))
    for begin in range(0, STEPS, 50):
        part = means[begin : begin + 50]
        print("  steps %3d to %3d: mean reward %.2f" % (begin + 1, begin + len(part), sum(part) / len(part)))
    print("unscored: %d samples, one in every second batch; TRL logged %.4f of them" % (sum(unscored), log[1]["math_equal_reward/unscored"]))
    print("mean reward of the first 30 steps %.2f, of the last 30 %.2f" % (first, last))

    assert len(log) == STEPS, "TRL logged %d steps" % len(log)
    assert unscored == [i % 2 for i in range(len(told))], "expected one unscored sample in every second batch"
    assert log[1]["math_equal_reward/unscored"] == 1 / 16, log[1]
    assert all(math.isfinite(entry["reward"]) and math.isfinite(entry["loss"]) for entry in log), "a sample without a reward reached the loss"
    assert last > first + RISE, "the reward did not rise"
    print("the reward rises")
    return 0


if __name__ == "__main__":
    sys.exit(main())
