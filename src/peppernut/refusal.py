"""The one error of the table: something was refused, and nothing changed."""


class Refused(ValueError):
    """An action, a deal, a record or a set of rules that cannot be.

    ``code`` is for programs (docs/records.md lists all of them), ``message`` a sentence for people.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[type["Refused"], tuple[str, str]]:
        return Refused, (self.code, self.message)
