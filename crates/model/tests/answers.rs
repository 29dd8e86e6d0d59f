//! Answers of foreign solvers, as these programs print them, come back as values; what is wrong with an
//! answer is told by name.

use ingenio_core::{Fault, Sense, Source, Template};
use ingenio_model::read::{Said, assign, read};
use ingenio_model::{Assignment, Constraint, Model, Objective, Relation, words};

/// Two 0/1 variables, one of which has a long name, and an integer from 2 to 5.
fn model() -> Model {
    let mut model = Model::new();
    let alfa = model.family("ALFA", &["piece", "place", "period"], "");
    let long = model.family("LONGLONGLONGNAME", &["at"], "");
    let tile = model.family("TILE", &["row", "column"], "");
    let (a, b) = (model.binary(alfa, &[1, 5, 10]), model.binary(long, &[7]));
    let t = model.integer(tile, &[1, 2], 2, 5);
    let group = model.group("some-rows", "");
    model.linear(group, vec![(1, a), (1, b), (1, t)], Relation::AtMost, 6);
    model.add(group, Constraint::Clause(vec![t.is(4), a.off()]));
    model.set_objective(Some(Objective { sense: Sense::Most, terms: vec![(300, a), (1, t)] }));
    model
}

fn values(text: &str) -> Result<Assignment, Fault> {
    assign(&model(), &read(&Source::new(text))?)
}

fn refused(text: &str, rule: Template) -> String {
    let fault = values(text).expect_err(text);
    assert!(fault.is(rule), "{text}: {fault:?}");
    fault.english()
}

#[test]
fn every_form_of_answer_is_read() {
    let expected = Assignment::new(vec![1, 0, 4]);
    let forms = [
        "ALFA1_5_10 1\nLONGLONGLONGNAME7 0\nTILE1_2 4\n",
        "alfa1_5_10 = 1;\n# a comment\nlonglonglongname7: 0\nTile1_2 = 3.9999999;\n",
        // GLPK breaks the line after a long name.
        "Problem:\nRows: 2\n\n   No.   Row name        Activity     Lower bound   Upper bound\n------ ---- ---\n \
         1 c1  5  6\n\n   No. Column name       Activity     Lower bound   Upper bound\n------ ----\n     \
         1 ALFA1_5_10   *              1             0             1 \n     2 LONGLONGLONGNAME7\n       *  0 0 1\n \
         3 TILE1_2 * 4 2 5\n 4 TILE1_2_IS_4 * 1 0 1\n\nInteger feasibility conditions:\n",
        // CBC leaves out zeros.
        "Optimal - objective value 304.00000000\n  0 ALFA1_5_10   1   300\n  2 TILE1_2   4  1\n",
        "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 304\n# Columns 3\nALFA1_5_10 1\n\
         LONGLONGLONGNAME7 -0\nTILE1_2 4\n# Rows 2\nc1 5\nc2 1\n# Dual solution values\nNone\n",
        "Global optimal solution found.\nObjective value: 304.0\n  Variable   Value   Reduced Cost\n \
         ALFA1_5_10   1.000000   -300.0\n LONGLONGLONGNAME7 0.000000 0.0\n TILE1_2 4.000000 -1.0\n \
         Row    Slack or Surplus      Dual Price\n 1 304.0 1.0\n",
        // DIMACS numbers: 1, 2, then 3 to 6 for the values 2 to 5.
        "s SATISFIABLE\nv 1 -2 -3\nv -4 5 -6 0\n",
        "SAT\n1 -2 -3 -4 5 -6 0\n",
        "c first answer\nv -1 -2 3 -4 -5 -6 0\no 1\nv 1 -2 -3 -4 5 -6 0\ns OPTIMUM FOUND\n",
        "o 3\nv 100010\n",
        "v x1 -x2 -x3 -x4 x5 -x6\n",
        // MiniZinc: the last of several answers counts.
        "ALFA1_5_10 = 0;\nLONGLONGLONGNAME7 = 1;\nTILE1_2 = 2;\n----------\nALFA1_5_10 = 1;\n\
         LONGLONGLONGNAME7 = false;\nTILE = array2d(1..1, 2..2, [4]);\n----------\n==========\n",
        "ALFA1_5_10 = true;\nLONGLONGLONGNAME = array1d(7..7, [0]);\nTILE = \n[| 2: \n | 4\n |];\n----------\n",
    ];
    for form in forms {
        assert_eq!(values(form).map_err(|fault| fault.english()), Ok(expected.clone()), "{form}");
    }
}

#[test]
fn solutions_and_plans_are_handed_on() {
    let said = |text: &str| read(&Source::new(text)).unwrap();
    let twice = "solution: A+1\n----------\nsolution: B-1 A+2\n----------\n==========\n";
    assert_eq!(said(twice), Said::Solution("B-1 A+2".into()));
    let plan = Said::Plan(vec![vec!["up".into(), "c1-1".into()], vec!["left".into()]]);
    assert_eq!(said("(up C1-1)\n(left)\n; cost = 2 (unit cost)\n"), plan);
}

#[test]
fn what_is_wrong_with_an_answer_is_told_by_name() {
    let whole = "ALFA1_5_10 1\nLONGLONGLONGNAME7 0\n";
    assert!(refused(&format!("{whole}TILE1_2 4\nBETA1 1"), words::UNKNOWN_VARIABLE).contains("BETA1"));
    assert!(refused(whole, words::MISSING_VARIABLES).contains("TILE1_2"));
    assert_eq!(
        refused(&format!("{whole}TILE1_2 3.5"), words::NOT_WHOLE),
        "line 3: TILE1_2 has the value 3.5, which is not a whole number"
    );
    refused(&format!("{whole}TILE1_2 nan"), words::NOT_NUMBER);
    refused(&format!("{whole}TILE1_2 6"), words::OUT_OF_BOUNDS);
    refused(&format!("{whole}TILE1_2 4\nTILE1_2 3"), words::TWO_VALUES);
    refused(&format!("{whole}hello"), words::NOT_STATEMENT);
    refused("v 1 -2 999 0", words::UNKNOWN_NUMBER);
    refused("v 1 -2 0", words::MISSING_NUMBER);
    refused("v 1 b 0", words::NOT_LITERAL);
    refused("(up c1)\nright", words::NOT_ACTION);
    refused("  \n", words::ANSWER_EMPTY);
    for none in
        ["UNSAT\n", "s UNSATISFIABLE\n", "=====UNSATISFIABLE=====\n", "Infeasible - objective value 0\n"]
    {
        refused(none, words::SAYS_NONE);
    }
}

/// Any text gives an answer or a complaint.
#[test]
fn no_text_makes_the_reader_stumble() {
    let parts = [
        "v ",
        "x = [",
        "array2d(1..",
        "[|",
        "|",
        ":",
        ";",
        "=",
        "\n",
        "1",
        "-----",
        "(",
        ")",
        "No. Column name\n",
    ];
    for seed in 0..20_000_usize {
        let text: String = (0..seed % 9).map(|at| parts[(seed / 7 + at * seed / 3) % parts.len()]).collect();
        let _ = values(&text);
    }
}
