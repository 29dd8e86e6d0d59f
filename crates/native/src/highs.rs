//! HiGHS, of the University of Edinburgh: branch and cut for mixed-integer programs. One thread, and
//! one solve at a time in a process: its scheduler is global, and solves beside each other have crashed.
#![allow(unsafe_code, reason = "HiGHS is a C library; every call is in this file")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError, TryLockError};
use std::time::Duration;

use highs_sys::{
    Highs_create, Highs_destroy, Highs_getDoubleInfoValue, Highs_getInfinity, Highs_getModelStatus,
    Highs_getSolution, Highs_passMip, Highs_run, Highs_setBoolOptionValue, Highs_setCallback,
    Highs_setDoubleOptionValue, Highs_setIntOptionValue, Highs_setStringOptionValue, Highs_startCallback,
    HighsCallbackDataIn, HighsCallbackDataOut, HighsInt,
};
use ingenio_core::{Limit, Sense};
use ingenio_model::{
    Assignment, Capability, Engine, EngineAnswer, Fixing, LinearForm, Lit, Model, News, Proof, Relation,
    Session, Watch,
};

use crate::words;

#[derive(Clone, Copy, Debug)]
pub struct Highs;

impl Engine for Highs {
    fn name(&self) -> &'static str {
        "milp"
    }

    fn library(&self) -> &'static str {
        "HiGHS"
    }

    fn capability(&self) -> Capability {
        Capability::Linear
    }

    fn unit(&self) -> &'static str {
        "nodes"
    }

    fn start(&self, seed: u64) -> Box<dyn Session> {
        Box::new(Work { form: LinearForm::default(), seed })
    }
}

struct Work {
    form: LinearForm,
    seed: u64,
}

/// Whose turn it is.
static TURN: Mutex<()> = Mutex::new(());

const ROW_WISE: HighsInt = 2;
const INTEGER: HighsInt = 1;

impl Session for Work {
    fn solve(&mut self, model: &Model, assumed: &[Lit], watch: &dyn Watch) -> EngineAnswer {
        self.form.follow(model);
        if let Some(limit) = watch.stop() {
            return EngineAnswer::open(limit);
        }
        // Literals may bring columns and rows of their own: they come first.
        let fixed: Vec<Fixing> = assumed.iter().map(|lit| self.form.fixing(model, *lit)).collect();
        let mut program = Program::of(model, &self.form);
        // What was broken off is no model: nothing may be concluded from it.
        if let Some(limit) = watch.stop() {
            return EngineAnswer::open(limit);
        }
        if !fixed.into_iter().all(|fixing| program.fix(fixing)) {
            return EngineAnswer::infeasible();
        }
        let _turn = loop {
            match TURN.try_lock() {
                Ok(turn) => break turn,
                Err(TryLockError::Poisoned(poisoned)) => break PoisonError::into_inner(poisoned),
                Err(TryLockError::WouldBlock) => {}
            }
            if let Some(limit) = watch.stop() {
                return EngineAnswer::open(limit);
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        let answer = Instance::new(self.seed, c"choose").run(&program, model, &self.form, watch);
        if !matches!(answer.proof, Proof::Failed(_)) {
            return answer;
        }
        // Presolve sometimes ends in an error on small infeasible models; without it they are solved.
        Instance::new(self.seed, c"off").run(&program, model, &self.form, watch)
    }
}

/// The arrays that HiGHS takes.
struct Program {
    maximise: bool,
    cost: Vec<f64>,
    lower: Vec<f64>,
    upper: Vec<f64>,
    row_lower: Vec<f64>,
    row_upper: Vec<f64>,
    start: Vec<HighsInt>,
    index: Vec<HighsInt>,
    value: Vec<f64>,
}

impl Program {
    fn of(model: &Model, form: &LinearForm) -> Self {
        // SAFETY: a C function without arguments; a null pointer is allowed and means the default.
        let infinity = unsafe { Highs_getInfinity(std::ptr::null()) };
        let bounds: Vec<(i32, i32)> =
            (0..form.columns().len()).map(|column| form.bounds(model, column)).collect();
        let mut program = Program {
            maximise: model.objective().is_some_and(|objective| objective.sense == Sense::Most),
            cost: vec![0.0; bounds.len()],
            lower: bounds.iter().map(|(least, _)| f64::from(*least)).collect(),
            upper: bounds.iter().map(|(_, most)| f64::from(*most)).collect(),
            row_lower: Vec::new(),
            row_upper: Vec::new(),
            start: Vec::new(),
            index: Vec::new(),
            value: Vec::new(),
        };
        for (factor, var) in model.objective().iter().flat_map(|objective| &objective.terms) {
            program.cost[form.column(*var)] += *factor as f64;
        }
        for row in form.rows().iter().take_while(|_| !model.is_given_up()) {
            program.start.push(program.index.len() as HighsInt);
            program.add_terms(&row.terms);
            let right = row.right as f64;
            let open = |side: Relation| row.relation == side;
            program.row_lower.push(if open(Relation::AtMost) { -infinity } else { right });
            program.row_upper.push(if open(Relation::AtLeast) { infinity } else { right });
        }
        program
    }

    /// False if it cannot be.
    fn fix(&mut self, fixing: Fixing) -> bool {
        let Fixing::Column(column, value) = fixing else { return fixing == Fixing::Always };
        self.lower[column] = self.lower[column].max(f64::from(value));
        self.upper[column] = self.upper[column].min(f64::from(value));
        self.lower[column] <= self.upper[column]
    }

    /// A column stands once in a row: HiGHS wants it so.
    fn add_terms(&mut self, terms: &[(i64, usize)]) {
        let begun = self.index.len();
        for (factor, column) in terms {
            let column = *column as HighsInt;
            if let Some(at) = self.index[begun..].iter().position(|known| *known == column) {
                self.value[begun + at] += *factor as f64;
            } else {
                self.index.push(column);
                self.value.push(*factor as f64);
            }
        }
    }
}

struct Instance(*mut c_void);

impl Drop for Instance {
    fn drop(&mut self) {
        // SAFETY: the pointer came from Highs_create and is used nowhere else.
        unsafe { Highs_destroy(self.0) };
    }
}

impl Instance {
    fn new(seed: u64, presolve: &CStr) -> Self {
        // SAFETY: plain constructor.
        let instance = Instance(unsafe { Highs_create() });
        let (flag, text, int) = (
            // SAFETY: a live instance and names that end in a zero byte; unknown names only return an error.
            |name: &CStr, value: c_int| unsafe { Highs_setBoolOptionValue(instance.0, name.as_ptr(), value) },
            |name: &CStr, value: &CStr| unsafe {
                Highs_setStringOptionValue(instance.0, name.as_ptr(), value.as_ptr())
            },
            |name: &CStr, value: HighsInt| unsafe {
                Highs_setIntOptionValue(instance.0, name.as_ptr(), value)
            },
        );
        flag(c"output_flag", 0);
        text(c"parallel", c"off");
        text(c"presolve", presolve);
        int(c"threads", 1);
        int(c"random_seed", (seed & 0x7fff_ffff) as HighsInt);
        // SAFETY: as above.
        unsafe { Highs_setDoubleOptionValue(instance.0, c"mip_rel_gap".as_ptr(), 0.0) };
        instance
    }

    fn run(
        &mut self,
        program: &Program,
        model: &Model,
        form: &LinearForm,
        watch: &dyn Watch,
    ) -> EngineAnswer {
        let nodes = watch.nodes();
        let begun = nodes.load(Ordering::Relaxed);
        let left = watch.nodes_left();
        if left == 0 {
            return EngineAnswer::open(Limit::Nodes);
        }
        if program.lower.is_empty() {
            return EngineAnswer {
                proof: Proof::Optimal,
                assignment: Some(Assignment::default()),
                bound: None,
            };
        }
        let ears = Ears { watch, model, form, begun, maximise: program.maximise };
        let status = self.solve(program, left, &ears);
        let count = self.info(c"mip_node_count").map_or(0, |count| count.max(0.0) as u64);
        // The root counts: presolve and cuts are work too.
        nodes.store(begun.saturating_add(count.max(1).min(left)), Ordering::Relaxed);
        let primal = self.info(c"objective_function_value").filter(|value| value.abs() < 1e30);
        let has_solution = matches!(status, 7 | 13..=17) && self.info(c"primal_solution_status") == Some(2.0);
        let assignment = (has_solution && primal.is_some()).then(|| self.solution(program, model, form));
        let bound = self.info(c"mip_dual_bound").and_then(|bound| whole(bound, program.maximise));
        let bound = bound.filter(|_| model.objective().is_some());
        let open = |limit: Limit| Proof::Open(watch.stop().unwrap_or(limit));
        let proof = match status {
            7 | 6 => Proof::Optimal,
            8 | 9 => return EngineAnswer::infeasible(),
            13..=16 => open(Limit::Nodes),
            17 => open(Limit::Cancelled),
            other => Proof::Failed(words::STATUS.with("status", other)),
        };
        EngineAnswer { proof, assignment, bound }
    }

    fn solve(&mut self, program: &Program, nodes: u64, ears: &Ears<'_>) -> HighsInt {
        let integral = vec![INTEGER; program.cost.len()];
        let (columns, rows) = (program.cost.len() as HighsInt, program.row_lower.len() as HighsInt);
        // SAFETY: all arrays have the lengths that are passed with them and outlive the call; the
        // callback's data outlives the run, and the callback is the only one to use it meanwhile.
        unsafe {
            Highs_passMip(
                self.0,
                columns,
                rows,
                program.index.len() as HighsInt,
                ROW_WISE,
                if program.maximise { -1 } else { 1 },
                0.0,
                program.cost.as_ptr(),
                program.lower.as_ptr(),
                program.upper.as_ptr(),
                program.row_lower.as_ptr(),
                program.row_upper.as_ptr(),
                program.start.as_ptr(),
                program.index.as_ptr(),
                program.value.as_ptr(),
                integral.as_ptr(),
            );
            let most = HighsInt::try_from(nodes).unwrap_or(HighsInt::MAX);
            Highs_setIntOptionValue(self.0, c"mip_max_nodes".as_ptr(), most);
            Highs_setCallback(self.0, Some(hear), std::ptr::from_ref(ears).cast_mut().cast());
            for kind in [SIMPLEX, IMPROVING, LOGGING, INTERRUPT] {
                Highs_startCallback(self.0, kind);
            }
            Highs_run(self.0);
            Highs_setCallback(self.0, None, std::ptr::null_mut());
            Highs_getModelStatus(self.0)
        }
    }

    fn info(&self, name: &CStr) -> Option<f64> {
        let (mut real, mut int, mut long): (f64, HighsInt, i64) = (0.0, 0, 0);
        // SAFETY: a live instance, a name that ends in a zero byte, and room for one number. Asking for
        // the wrong type is an error that leaves the number alone.
        unsafe {
            if Highs_getDoubleInfoValue(self.0, name.as_ptr(), &raw mut real) == 0 {
                return Some(real);
            }
            if highs_sys::Highs_getIntInfoValue(self.0, name.as_ptr(), &raw mut int) == 0 {
                return Some(f64::from(int));
            }
            if highs_sys::Highs_getInt64InfoValue(self.0, name.as_ptr(), &raw mut long) == 0 {
                return Some(long as f64);
            }
        }
        None
    }

    fn solution(&self, program: &Program, model: &Model, form: &LinearForm) -> Assignment {
        let mut columns = vec![0.0; program.cost.len()];
        let mut duals = vec![0.0; program.cost.len()];
        let mut rows = vec![0.0; program.row_lower.len()];
        let mut row_duals = vec![0.0; program.row_lower.len()];
        // SAFETY: room for one number per column and row, as the call wants.
        unsafe {
            Highs_getSolution(
                self.0,
                columns.as_mut_ptr(),
                duals.as_mut_ptr(),
                rows.as_mut_ptr(),
                row_duals.as_mut_ptr(),
            );
        }
        assignment(model, form, &columns)
    }
}

fn assignment(model: &Model, form: &LinearForm, columns: &[f64]) -> Assignment {
    Assignment::new(model.vars().map(|var| columns[form.column(var)].round() as i32).collect())
}

/// A bound of an objective that has whole values only.
fn whole(bound: f64, maximise: bool) -> Option<i64> {
    let near = 1e-6 * bound.abs().max(1.0);
    let bound = if maximise { (bound + near).floor() } else { (bound - near).ceil() };
    (bound.abs() < 1e15).then_some(bound as i64)
}

const SIMPLEX: HighsInt = 1;
const IMPROVING: HighsInt = 4;
const LOGGING: HighsInt = 5;
const INTERRUPT: HighsInt = 6;

struct Ears<'a> {
    watch: &'a dyn Watch,
    model: &'a Model,
    form: &'a LinearForm,
    begun: u64,
    maximise: bool,
}

/// HiGHS calls this while it works.
unsafe extern "C" fn hear(
    kind: c_int,
    _: *const c_char,
    out: *const HighsCallbackDataOut,
    back: *mut HighsCallbackDataIn,
    data: *mut c_void,
) {
    // SAFETY: `data` is the `Ears` that `solve` passed; `out` and `back` are HiGHS's own, alive for the
    // time of this call, and `back` may be null where nothing can be answered.
    let (ears, out, back) = unsafe { (&*data.cast::<Ears<'_>>(), &*out, back.as_mut()) };
    match kind {
        LOGGING => {
            let limit = ears.watch.node_limit();
            let count = ears.begun + out.mip_node_count.max(0) as u64;
            ears.watch.nodes().store(count.min(limit), Ordering::Relaxed);
            let bound = whole(out.mip_dual_bound, ears.maximise).filter(|_| ears.model.objective().is_some());
            ears.watch.tell(News { bound, found: None });
        }
        IMPROVING if !out.mip_solution.is_null() => {
            let length = ears.form.columns().len();
            // SAFETY: HiGHS hands over one value per column.
            let columns = unsafe { std::slice::from_raw_parts(out.mip_solution, length) };
            let found = assignment(ears.model, ears.form, columns);
            ears.watch.tell(News { bound: None, found: Some(&found) });
        }
        _ => {
            if let Some(back) = back {
                back.user_interrupt = c_int::from(ears.watch.cancel().is_cancelled());
            }
        }
    }
}
