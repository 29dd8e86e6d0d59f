//! Every sentence that models say.

ingenio_core::words! {
    TOO_LARGE = "model.too-large", "the model would have {variables} variables and {constraints} constraints, about {bytes}; {memory} are allowed. Try a smaller level or horizon, or more --memory";
    NO_ANSWER = "model.no-answer", "{engine} gave an answer that breaks constraint {number} ({group}). This is a bug of ours; please report it with the level";
    NO_VALUES = "model.no-values", "it tells of an optimum without its values";
    ENGINE_FAILED = "model.engine-failed", "{engine} failed: {reason}";
    NOT_WRITTEN = "model.not-written", "the {formulation} formulation cannot be written as {target}: {reason}";
    ANSWER_EMPTY = "model.answer-empty", "the answer is empty";
    NOT_LITERAL = "model.not-literal", "'{text}' is no literal; one looks like 12, -12 or x12";
    NOT_ACTION = "model.not-action", "'{text}' is no action of a plan; one looks like (name object object)";
    NOT_NUMBER = "model.not-number", "{name} has the value '{text}', which is no number";
    NOT_STATEMENT = "model.not-statement", "'{text}' says no value; write NAME value, or NAME = value";
    UNKNOWN_VARIABLE = "model.unknown-variable", "the model has no variable {name}; is it another formulation, or were other options used?";
    UNKNOWN_NUMBER = "model.unknown-number", "the file of the model has no variable {number}, only 1 to {most}; is it another formulation, or were other options used?";
    MISSING_VARIABLES = "model.missing-variables", "{count} of the {all} variables have no value; the first is {name}";
    MISSING_NUMBER = "model.missing-number", "the answer does not say whether {name} is true";
    TWO_VALUES = "model.two-values", "{name} has two different values";
    NOT_WHOLE = "model.not-whole", "{name} has the value {value}, which is not a whole number";
    OUT_OF_BOUNDS = "model.out-of-bounds", "{name} has the value {value}; it goes from {least} to {most}";
    SAYS_NONE = "model.says-none", "the answer says that there is none: {text}";
    BREAKS = "model.breaks", "the answer breaks constraint {number} (group {group}; docs/models has its formula)";
    NO_PLAN = "model.no-plan", "the answer names no variables, and this formulation cannot read it otherwise";
    CUT_OFF = "model.cut-off", "the answer satisfies the model as it was written, but not the rules of the puzzle. Such answers are cut off when they occur: add this and solve again: {cuts}";
    ILLEGAL = "model.illegal", "the answer satisfies the model, but not the rules of the puzzle: {why}";
    SOLVES_NOTHING = "model.solves-nothing", "the answer satisfies the model but does not solve the level";
    NO_GOAL = "model.no-goal", "it asks for the best, and clauses cannot say that; write it as wcnf or opb";
    NOT_BY_HAND = "model.not-by-hand", "nobody has written it in that language; it can be written as {known}";
}
