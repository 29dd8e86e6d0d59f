//! The command line in the reader's language: clap's texts are English, so for other readers every help text
//! is looked up by the place where it stands, and what clap complains about is said in our own words.

use std::collections::HashMap;
use std::process::exit;
use std::sync::LazyLock;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command, CommandFactory, Error, FromArgMatches, Parser};
use ingenio_core::{Language, Message, Template};

use crate::arguments::Arguments;
use crate::output::complain;
use crate::reader::{language, say};
use crate::words;

/// As clap has it.
const BAD_USAGE: i32 = 2;

/// Reads the command line; help, version and complaints end the program.
pub fn read() -> Arguments {
    if language() == Language::english() {
        return Arguments::parse();
    }
    let read = translated().try_get_matches().and_then(|found| Arguments::from_arg_matches(&found));
    read.unwrap_or_else(|error| refuse(&error))
}

/// Every help text with its id. What several commands say alike of an argument has the id of the first of them.
#[cfg(feature = "server")]
pub fn texts() -> Vec<(String, String)> {
    let mut found = Found::default();
    found.command(&Arguments::command(), "help");
    found.texts
}

/// Help texts as they come, and where each was met first: by the last word of its id, and what it says.
#[derive(Default)]
struct Found {
    texts: Vec<(String, String)>,
    places: HashMap<(String, String), String>,
}

impl Found {
    fn command(&mut self, command: &Command, id: &str) {
        self.text(id.to_owned(), command.get_about());
        self.text(format!("{id}.long"), command.get_long_about());
        self.text(format!("{id}.after"), command.get_after_help());
        for argument in command.get_arguments() {
            let id = format!("{id}.{}", argument.get_id());
            self.text(format!("{id}.long"), argument.get_long_help());
            self.text(id, argument.get_help());
        }
        for inner in command.get_subcommands() {
            self.command(inner, &format!("{id}.{}", inner.get_name()));
        }
    }

    fn text(&mut self, id: String, english: Option<&StyledStr>) {
        let Some(english) = english.map(ToString::to_string) else { return };
        if let std::collections::hash_map::Entry::Vacant(place) = self.places.entry(key(&id, &english)) {
            place.insert(id.clone());
            self.texts.push((id, english));
        }
    }
}

fn key(id: &str, english: &str) -> (String, String) {
    let mut words = id.rsplit('.');
    let last = words.next().unwrap_or_default();
    let name = if last == "long" { words.next().unwrap_or_default() } else { last };
    (format!("{name} {}", last == "long"), english.to_owned())
}

/// The whole command, as its reader reads it.
pub fn command() -> Command {
    if language() != Language::english() {
        return translated();
    }
    let mut command = Arguments::command();
    command.build();
    command
}

/// The command with all of its texts in the reader's language.
fn translated() -> Command {
    let mut command = Arguments::command();
    command.build();
    translate(command, "help")
}

fn translate(command: Command, id: &str) -> Command {
    let text = |part: &str, english: &StyledStr| told(format!("{id}{part}"), english);
    let about = command.get_about().map(|english| text("", english));
    let long = command.get_long_about().map(|english| text(".long", english));
    let after = command.get_after_help().map(|english| text(".after", english));
    let mut command = command
        .subcommand_help_heading(heading(words::HELP_COMMANDS))
        .help_template(format!(
            "{{before-help}}{{about-with-newline}}\n{} {{usage}}\n\n{{all-args}}{{after-help}}",
            say(words::HELP_USAGE)
        ))
        .mut_args(|argument| argument_of(argument, id))
        .mut_subcommands(|inner| {
            // Clap's own command has every other below it, with the texts they have anyway.
            if inner.get_name() == "help" {
                return translate(inner, id).about(say(words::HELP_OF));
            }
            let id = format!("{id}.{}", inner.get_name());
            translate(inner, &id)
        });
    if let Some(about) = about {
        command = command.about(about);
    }
    if let Some(long) = long {
        command = command.long_about(long);
    }
    if let Some(after) = after {
        command = command.after_help(after);
    }
    command
}

fn argument_of(argument: Arg, id: &str) -> Arg {
    let title = if argument.is_positional() { words::HELP_ARGUMENTS } else { words::HELP_OPTIONS };
    let id = format!("{id}.{}", argument.get_id());
    let help = match argument.get_action() {
        ArgAction::Help | ArgAction::HelpShort | ArgAction::HelpLong => Some(say(words::HELP_HELP)),
        ArgAction::Version => Some(say(words::HELP_VERSION)),
        _ => argument.get_help().map(|english| told(id.clone(), english)),
    };
    let long = argument.get_long_help().map(|english| told(format!("{id}.long"), english));
    let defaults: Vec<String> = shown_defaults(&argument);
    let values: Vec<String> = shown_values(&argument);
    let complete = |help: String| {
        let help = if defaults.is_empty() {
            help
        } else {
            say(words::HELP_DEFAULT.with("help", help).with("value", defaults.join(" ")))
        };
        if values.is_empty() {
            return help;
        }
        say(words::HELP_VALUES.with("help", help).with("values", values.join(", ")))
    };
    let mut argument =
        argument.help_heading(heading(title)).hide_default_value(true).hide_possible_values(true);
    if let Some(help) = help {
        argument = argument.help(complete(help));
    }
    if let Some(long) = long {
        argument = argument.long_help(complete(long));
    }
    argument
}

/// Clap keeps headings for good.
fn heading(title: Template) -> &'static str {
    say(title).leak()
}

fn shown_defaults(argument: &Arg) -> Vec<String> {
    if argument.is_hide_default_value_set() || !argument.get_action().takes_values() {
        return Vec::new();
    }
    argument.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect()
}

fn shown_values(argument: &Arg) -> Vec<String> {
    if argument.is_hide_possible_values_set() || !argument.get_action().takes_values() {
        return Vec::new();
    }
    let values = argument.get_possible_values();
    values.iter().filter(|value| !value.is_hide_set()).map(|value| value.get_name().to_owned()).collect()
}

fn told(id: String, english: &StyledStr) -> String {
    static PLACES: LazyLock<HashMap<(String, String), String>> = LazyLock::new(|| {
        let mut found = Found::default();
        found.command(&Arguments::command(), "help");
        found.places
    });
    let english = english.to_string();
    let id = PLACES.get(&key(&id, &english)).cloned().unwrap_or(id);
    language().say(Message::declared(id, english))
}

/// Help and version are no complaints; whatever else it is, is said in the reader's language.
fn refuse(error: &Error) -> ! {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        error.exit();
    }
    complain(words::WRONG_USAGE.with("fault", complaint(error)));
    if let Some(similar) =
        [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue]
            .into_iter()
            .find_map(|kind| value(error, kind))
    {
        complain(words::SIMILAR.with("similar", similar));
    }
    complain(words::MORE_HELP.say());
    exit(BAD_USAGE)
}

fn complaint(error: &Error) -> Message {
    let of = |kind| value(error, kind).unwrap_or_default();
    let argument = |template: Template| template.with("argument", of(ContextKind::InvalidArg));
    let with_value = |template: Template| argument(template).with("value", of(ContextKind::InvalidValue));
    match error.kind() {
        ErrorKind::UnknownArgument => argument(words::UNKNOWN_ARGUMENT),
        ErrorKind::InvalidSubcommand => {
            words::UNKNOWN_COMMAND.with("command", of(ContextKind::InvalidSubcommand))
        }
        ErrorKind::MissingSubcommand => {
            words::MISSING_COMMAND.with("known", of(ContextKind::ValidSubcommand))
        }
        ErrorKind::MissingRequiredArgument => {
            words::MISSING_ARGUMENTS.with("arguments", of(ContextKind::InvalidArg))
        }
        ErrorKind::InvalidValue if of(ContextKind::InvalidValue).is_empty() => argument(words::VALUE_MISSING),
        ErrorKind::InvalidValue => match value(error, ContextKind::ValidValue) {
            Some(known) => with_value(words::BAD_VALUE_OF).with("known", known),
            None => with_value(words::BAD_VALUE),
        },
        ErrorKind::ValueValidation => match std::error::Error::source(error) {
            Some(why) => with_value(words::BAD_VALUE_WHY).with("why", reason(why)),
            None => with_value(words::BAD_VALUE),
        },
        ErrorKind::ArgumentConflict => match value(error, ContextKind::PriorArg) {
            Some(other) => argument(words::CONFLICT).with("other", other),
            None => argument(words::TWICE),
        },
        _ => Message::quoted(error.kind()),
    }
}

/// Why a value is refused. What our own readers of values say is in the reader's language already; what clap and the
/// standard library say of numbers is English.
fn reason(why: &(dyn std::error::Error + 'static)) -> Message {
    let text = why.to_string();
    match text.split_once(" is not in ") {
        Some((_, range)) => words::NOT_WITHIN.with("range", range),
        None if why.is::<std::num::ParseIntError>() => words::NO_NUMBER.say(),
        None => Message::told(text),
    }
}

fn value(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => Some(texts.join(", ")),
        ContextValue::StyledStrs(texts) => {
            Some(texts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        }
        other => Some(other.to_string()),
    }
}
