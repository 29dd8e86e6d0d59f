//! Every sentence that models say.

ingenio_core::words! {
    TOO_LARGE = "model.too-large", "the model would have {variables} variables and {constraints} constraints, about {bytes}; {memory} are allowed. Try a smaller level or horizon, or more --memory";
    NO_ANSWER = "model.no-answer", "{engine} gave an answer that breaks constraint {number} ({group}). This is a bug of ours; please report it with the level";
    ENGINE_FAILED = "model.engine-failed", "{engine} failed: {reason}";
    NOT_WRITTEN = "model.not-written", "the {formulation} formulation cannot be written as {target}: {reason}";
}
