"""What it means that a law of the table is broken."""


class Broken(AssertionError):
    """A law of the table does not hold."""


def hold(law: object, sentence: str, *facts: object) -> None:
    """Broken, with this sentence and these facts, where the law does not hold."""
    if not law:
        raise Broken(": ".join([sentence, *(str(fact) for fact in facts)]))
