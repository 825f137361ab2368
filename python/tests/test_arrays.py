"""What is no array of scores, or does not say who was in, is refused in a sentence that names the argument."""

from typing import Any

import numpy as np
import onerun_audit as onerun
import pytest
from onerun_audit.arrays import as_array, labels_of, scores_of, truth_of
from onerun_audit.inputs import given_scores

TEN = np.arange(10.0)
COINS = np.arange(10) % 2


@pytest.mark.parametrize(
    ("scores", "included", "sentence"),
    [
        (TEN, COINS[:9], r"^invalid included; must be as many as scores \(10\): 9$"),
        (np.where(TEN == 3, np.nan, TEN), COINS, r"^invalid scores; must be finite: nan at 3$"),
        (np.where(TEN == 3, -np.inf, TEN), COINS, r"^invalid scores; must be finite: -inf at 3$"),
        (TEN + 1j, COINS, "^invalid scores; must be real numbers: complex128$"),
        (TEN.astype(object), COINS, "^invalid scores; must be numbers: object$"),
        ([None] * 10, COINS, "^invalid scores; must be numbers: object$"),
        (np.array(["1"] * 10), COINS, "^invalid scores; must be numbers: <U1$"),
        (TEN.astype(np.longdouble), COINS, "^invalid scores; must be numbers of at most 64 bits: "),
        (TEN.astype("datetime64[s]"), COINS, "^invalid scores; must be numbers: "),
        (3.0, COINS, r"^invalid scores; must be an array: 3\.0$"),
        (np.float64(3), COINS, "^invalid scores; must be an array: "),
        (TEN.reshape(10, 1), COINS, r"^invalid scores; must have one dimension, or two .*: \(10, 1\)$"),
        (TEN.reshape(1, 2, 5), COINS, "^invalid scores; must have one dimension"),
        ([[1.0, 2.0], [3.0]], [0, 1], "^invalid scores; "),
        (np.ma.masked_array(TEN, TEN > 8), COINS, "^invalid scores; must have no masked values$"),
        (TEN, COINS.astype(float), "^invalid included; must be bool, or whole numbers 0 and 1: float64$"),
        (TEN, COINS + 1, "^invalid included; must be bool, or whole numbers 0 and 1: 2 at 1$"),
        (TEN, -COINS, "^invalid included; must be bool, or whole numbers 0 and 1: -1 at 1$"),
        (TEN, COINS.astype(str), "^invalid included; must be numbers, 1 for in and 0 for out: <U"),
        (TEN, COINS.reshape(5, 2), "^invalid included; must have one dimension"),
        (TEN, 1, "^invalid included; must be an array: 1$"),
        (np.ones((10, 3)), np.full(10, 3), "^invalid included; must be whole numbers from 0 to 2: 3 at 0$"),
        (np.ones((10, 3)), COINS > 0, "^invalid included; must be whole numbers from 0 to 2: bool$"),
        (TEN, None, "^no included; "),
        (None, COINS, "^no scores; "),
        ([], [], r"^invalid scores; must have at least one: \(0,\)$"),
        ([TEN, TEN], [COINS], r"^invalid scores; must be a list with an array per run \(1\): 2$"),
        ([TEN, TEN[:5]], [COINS, COINS], r"^invalid included\[1\]; must be as many as scores \(5\): 10$"),
        ("scores.csv", COINS, "^invalid included; goes with arrays"),
    ],
)
def test_refused(scores: Any, included: Any, sentence: str) -> None:
    with pytest.raises(onerun.InvalidInput, match=sentence):
        given_scores(scores, included)


def test_ids_and_labels_of_runs_are_texts_or_whole_numbers() -> None:
    given_scores(TEN, COINS, ids=[f"c{i}" for i in range(10)], run=COINS)
    given_scores(TEN, COINS, ids=np.array([f"c{i}" for i in range(10)], dtype=object))
    for name, value in {"ids": TEN, "run": [None] * 10, "ids ": np.arange(9)}.items():
        with pytest.raises(onerun.InvalidInput, match=f"^invalid {name.strip()}; must be "):
            given_scores(TEN, COINS, **{name.strip(): value})
    with pytest.raises(onerun.InvalidInput, match="^no ids; "):
        given_scores(TEN, None, assignment="canaries.csv")
    with pytest.raises(onerun.InvalidInput, match="^invalid assignment; "):
        given_scores(TEN, COINS, ids=np.arange(10), assignment="canaries.csv")


def test_values_are_handed_over_as_they_are() -> None:
    for kind in (np.float16, np.float32, np.int64, np.uint64, ">f4"):
        assert scores_of(TEN.astype(kind)).dtype == np.dtype(kind)
    assert scores_of(np.arange(10) > 3).tolist() == [0] * 4 + [1] * 6
    assert truth_of([True, False], TEN[:2]).dtype == bool
    assert truth_of([299, 0], np.ones((2, 300))).tolist() == [299, 0]
    big = np.array([2**62, 2**62 + 1])
    with pytest.raises(onerun.InvalidInput, match="2\\^53"):
        given_scores([big, np.array([0.5, 1.5])], [[0, 1], [0, 1]])


def test_tensors_of_every_kind() -> None:
    torch = pytest.importorskip("torch")
    for kind in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
        values = torch.arange(10).to(kind).requires_grad_()
        assert as_array(values, "scores").tolist() == list(range(10))
    assert truth_of(torch.tensor([True, False]), TEN[:2]).tolist() == [True, False]
    with pytest.raises(onerun.InvalidInput, match="^invalid scores; "):
        as_array(torch.ones(3).to_sparse(), "scores")
    with pytest.raises(onerun.InvalidInput, match="^invalid scores; must be an array"):
        as_array(torch.tensor(1.0), "scores")


def test_columns_of_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    assert scores_of(pandas.Series([1, 2, 3], dtype="Int64")).tolist() == [1, 2, 3]
    with pytest.raises(onerun.InvalidInput, match="^invalid scores; must have no missing values$"):
        scores_of(pandas.Series([1, None, 3], dtype="Float64"))
    assert scores_of(pandas.DataFrame({"a": [1.0, 2.0], "b": [3.0, 4.0]})).shape == (2, 2)


def test_columns_of_pandas_are_paired_by_position_only_where_their_labels_agree() -> None:
    pandas = pytest.importorskip("pandas")
    scores = pandas.Series(TEN, index=np.arange(10) * 3)
    coins = pandas.Series(COINS, index=scores.index)
    labels = pandas.Series([f"c{i}" for i in range(10)], index=scores.index)
    given_scores(scores, coins, ids=labels)
    given_scores(scores, COINS, ids=labels.to_numpy())
    given_scores(scores.reset_index(drop=True), pandas.Series(COINS))
    with pytest.raises(onerun.InvalidInput, match="^invalid included; its index must be that of scores, since "):
        given_scores(scores, coins[::-1])
    with pytest.raises(onerun.InvalidInput, match="^invalid ids; its index must be that of scores"):
        given_scores(scores, coins, ids=labels.reset_index(drop=True))
    with pytest.raises(onerun.InvalidInput, match=r"^invalid included\[1\]; its index must be that of scores"):
        given_scores([scores, scores], [coins, coins[::-1]])


@pytest.mark.skipif(not hasattr(np, "dtypes") or not hasattr(np.dtypes, "StringDType"), reason="needs NumPy 2")
def test_texts_of_any_length_are_ids() -> None:
    ids = labels_of(np.array(["a", "bcd"], dtype=np.dtypes.StringDType()), 2, "ids")
    assert ids.dtype.kind == "U" and ids.tolist() == ["a", "bcd"]
