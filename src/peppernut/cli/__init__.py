"""The command line (docs/records.md): exit status 0 fine, 1 the surroundings failed, 2 bad input."""

import os
import re
import sys
from pathlib import Path

from cyclopts import CycloptsError, MissingArgumentError, UnusedCliTokensError

from peppernut.cli import bots, records, rulebook, tables  # noqa: F401  these register their commands
from peppernut.cli.app import BAD_INPUT, FINE, SURROUNDINGS, app, complain
from peppernut.refusal import Refused


def main(arguments: list[str] | None = None) -> None:
    """Run a command and leave with its exit status."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """Run a command: its exit status; what went wrong is one sentence on standard error."""
    _open_streams()
    try:
        status = app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except UnusedCliTokensError as error:
        return complain(_too_much(error), BAD_INPUT)
    except MissingArgumentError as error:
        return complain(_too_little(error), BAD_INPUT)
    except CycloptsError as error:
        return complain(str(error).strip().splitlines()[0], BAD_INPUT)
    except (RecursionError, UnicodeError):
        return complain("An argument is nested too deeply or is no readable text.", BAD_INPUT)
    except Refused as refused:
        return complain(refused.message, BAD_INPUT)
    except BrokenPipeError:
        sys.stderr.close()
        return SURROUNDINGS
    except OSError as error:
        return complain(f"{error.filename or 'The system'}: {error.strerror or error}.", SURROUNDINGS)
    except KeyboardInterrupt:
        return complain("Stopped.", SURROUNDINGS)
    return status if isinstance(status, int) else FINE


def _too_much(error: UnusedCliTokensError) -> str:
    rest = " ".join(error.unused_tokens or [])
    if error.command_chain:
        return f"{rest!r} is more than this command takes."
    names = ", ".join(sorted(name for name in app if not name.startswith("-")))
    return f"There is no command {rest!r}; there are {names}."


def _too_little(error: MissingArgumentError) -> str:
    argument = error.argument
    assert argument is not None
    name = argument.name if argument.field_info.is_keyword_only else argument.name.lstrip("-").upper()
    command = " ".join(error.command_chain or ())
    needs = f"{command} needs {name}" if error.keyword is None else f"{error.keyword} needs a value"
    meant = re.search("Did you mean .*[?]", str(error))
    return f"{needs}. {meant[0]}" if meant else f"{needs}: see peppernut {command} --help."


def _open_streams() -> None:
    """Cards and names are UTF-8 wherever we run; a stream that is closed takes and gives nothing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
        elif mode == "w" and hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
