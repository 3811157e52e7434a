"""What one may believe in handle-with that isn't so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.hooks_in_plain_python._shared import LESSON, OFF

NO_HANDLE = Misconception(
    "register-returns-nothing",
    "that putting the hook into the list is all that register has to do.",
    "whoever registered needs something in hand to take the hook off again. Your register gives "
    "back None.",
    (LESSON, OFF),
)
NO_REMOVE = Misconception(
    "handle-without-remove",
    "that whatever register gives back can be removed.",
    "it is asked handle.remove(), with nothing between the parentheses. What yours gave back has "
    "no such method, or one that asks for more.",
    (LESSON, OFF),
)
ONLY_IN_BLOCK = Misconception(
    "on-only-in-a-block",
    "that the hook goes on when the with block begins.",
    "register itself puts it on, block or no block. Then a handle works both ways.",
    (LESSON, OFF),
)
ON_AGAIN = Misconception(
    "registered-again-on-entry",
    "that entering the block has to put the hook on.",
    "it was on already, so inside the block it fired twice.",
    (LESSON, OFF),
)
NOT_TWICE = Misconception(
    "remove-works-once",
    "that remove() is only ever called once.",
    "a with block and a tidy programmer may both call it. The second time raised an error; let it "
    "do nothing.",
    (LESSON, OFF),
)
STILL_IN = Misconception(
    "remove-leaves-it-in",
    "that after your remove() the list no longer holds the hook.",
    "the list that was handed over still does. A new list, even under the same name, is another "
    "list: change the very one that the package runs.",
    (LESSON, OFF),
)
OTHERS_GONE = Misconception(
    "takes-others-off",
    "that the list holds your hook alone, or holds it last.",
    "somebody else's hook was in the list, and remove() took that one off. A handle takes off its "
    "own.",
    (LESSON, OFF),
)
PLACE_STAYS = Misconception(
    "place-in-the-list-stays",
    "that a hook keeps its place in the list.",
    "when one in front of it is taken off, all behind it move up. The number you kept then points "
    "at another hook, or past the end. Keep the hook, and look for it when it is to go.",
    (LESSON, OFF),
)
TAKES_THE_TWIN = Misconception(
    "removes-by-value",
    "that a hook is in the list only once.",
    "the same hook may be registered twice. Removing one handle twice took away the other's "
    "registration as well. A handle needs to know whether its own has been removed.",
    (LESSON, OFF),
)
NO_WITH = Misconception(
    "with-works-by-itself",
    "that any object with a remove() can be used in a with block.",
    "with looks for two methods of its own, one for the start of the block and one for its end.",
    (LESSON, OFF),
)
EXIT_ASKS_LESS = Misconception(
    "exit-takes-no-arguments",
    "that __exit__ is called with nothing.",
    "Python tells it how the block ended, by three arguments: the error's type, the error, and "
    "where it happened. All three are None when all went well.",
    (LESSON, OFF),
)
ENTER_GIVES_NONE = Misconception(
    "enter-returns-nothing",
    "that `as handle` gives the object that stands after with.",
    "it gives what __enter__ returns. Yours returned None, and None has no remove().",
    (LESSON, OFF),
)
STAYS_ON = Misconception(
    "block-end-does-nothing",
    "that the hook goes by itself when a with block ends.",
    "only what __exit__ does is done. After the block your hook was still in the list.",
    (LESSON, OFF),
)
ONLY_IF_WELL = Misconception(
    "error-skips-the-end",
    "that a block which ends with an error needs no tidying up.",
    "then it is needed most: after the error your hook was still on. The end of the block must "
    "take it off in any case.",
    (LESSON, OFF),
)
SWALLOWS = Misconception(
    "exit-swallows-errors",
    "that __exit__ should return True when all went well.",
    "True tells Python to drop the error that ended the block. Nobody would ever hear of it. "
    "Return nothing.",
    (LESSON, OFF),
)
