//! The panel of the level doctor, which works in the page (`web/doctor.js`).

use ingenio_core::Language;
use maud::{Markup, html};

use crate::words;

/// Folded together; beside a level to be examined.
pub fn panel(reader: Language) -> Markup {
    html! {
        details #doctor.doctor {
            summary { (reader.say(words::DOCTOR)) }
            p.small.muted { (reader.say(words::DOCTOR_ABOUT)) }
            label for="doctor-seconds" { (reader.say(words::SECONDS)) }
            input #doctor-seconds data-doctor="seconds" type="number" min="1" max="300" value="10";
            div.form-row {
                button type="button" data-doctor="start" { (reader.say(words::EXAMINE)) }
                button type="button" data-doctor="stop" hidden { (reader.say(words::CANCEL)) }
            }
            p.live data-doctor="live" role="status" {}
            div.found data-doctor="found" {}
        }
    }
}
