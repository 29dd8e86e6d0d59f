//! A small reader of OPL, and a solver for tiny models: OPL's own program cannot be had for tests. It
//! reads what the files that are written by hand use (data, ranges, tuples, decision variables and
//! expressions, `forall`, `sum`, `count`, `allDifferent`, `element` by index) and refuses everything else.
//! Values of variables are tried one after the other; a constraint is looked at as soon as it is decided.

use std::collections::HashMap;
use std::fmt::Write;

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    Number(i64),
    Text(String),
    Sign(String),
}

fn tokens(text: &str) -> Vec<Token> {
    let letters: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let letter = letters[at];
        let end = |from: usize, good: &dyn Fn(char) -> bool| {
            (from..letters.len()).find(|at| !good(letters[*at])).unwrap_or(letters.len())
        };
        if letter.is_whitespace() {
            at += 1;
        } else if letters[at..].starts_with(&['/', '/']) {
            at = end(at, &|letter| letter != '\n');
        } else if letter.is_ascii_alphabetic() {
            let to = end(at, &|letter| letter.is_ascii_alphanumeric() || letter == '_');
            found.push(Token::Word(letters[at..to].iter().collect()));
            at = to;
        } else if letter.is_ascii_digit() {
            let to = end(at, &|letter| letter.is_ascii_digit());
            found.push(Token::Number(letters[at..to].iter().collect::<String>().parse().unwrap()));
            at = to;
        } else if letter == '"' {
            let to = end(at + 1, &|letter| letter != '"');
            found.push(Token::Text(letters[at + 1..to].iter().collect()));
            at = to + 1;
        } else {
            const LONG: [&str; 9] = ["...", "..", "==", "!=", "<=", ">=", "=>", "&&", "||"];
            let rest: String = letters[at..(at + 3).min(letters.len())].iter().collect();
            let sign = LONG.iter().find(|sign| rest.starts_with(**sign)).map_or(&rest[..1], |sign| *sign);
            found.push(Token::Sign(sign.to_owned()));
            at += sign.len();
        }
    }
    found
}

#[derive(Clone, Debug)]
enum Expr {
    Number(i64),
    /// A name with its indices.
    At(String, Vec<Expr>),
    Field(Box<Expr>, String),
    Call(String, Vec<Expr>),
    Sum(Vec<Range>, Option<Box<Expr>>, Box<Expr>),
    /// `all(...) x[...]`, only within a call.
    All(Vec<Range>, Box<Expr>),
    Not(Box<Expr>),
    Minus(Box<Expr>),
    Two(String, Box<Expr>, Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// `p in Piece`, `t in 1..T`, or just `Piece` where the index has no name.
#[derive(Clone, Debug)]
struct Range {
    name: String,
    of: Of,
}

#[derive(Clone, Debug)]
enum Of {
    Named(String),
    Between(Expr, Expr),
}

#[derive(Clone, Debug)]
enum Statement {
    Forall(Vec<Range>, Option<Expr>, Box<Statement>),
    Holds(Expr),
}

/// A value: numbers, tuples of numbers; texts are kept as nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Value {
    Number(i64),
    Tuple(Vec<i64>),
}

impl Value {
    fn number(&self) -> i64 {
        match self {
            Value::Number(number) => *number,
            Value::Tuple(_) => panic!("a tuple is no number"),
        }
    }
}

type Env = HashMap<String, Value>;

#[derive(Default)]
pub struct Opl {
    numbers: HashMap<String, i64>,
    arrays: HashMap<(String, Vec<Value>), i64>,
    sets: HashMap<String, Vec<Value>>,
    fields: HashMap<String, usize>,
    variables: HashMap<(String, Vec<Value>), usize>,
    domains: Vec<(i64, i64)>,
    named: HashMap<String, (Vec<Range>, Expr)>,
    statements: Vec<Statement>,
    objective: Option<(bool, Expr)>,
}

/// What stands in the data file under each name.
type Data = HashMap<String, Vec<Token>>;

struct Parser {
    tokens: Vec<Token>,
    at: usize,
}

impl Parser {
    fn sign(&self) -> &str {
        match self.tokens.get(self.at) {
            Some(Token::Sign(sign) | Token::Word(sign)) => sign,
            _ => "",
        }
    }

    fn take(&mut self, sign: &str) -> bool {
        let found = self.sign() == sign;
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, sign: &str) {
        let here: String = self.tokens[self.at.saturating_sub(5)..].iter().take(12).fold(
            String::new(),
            |mut text, token| {
                let _ = write!(text, "{token:?} ");
                text
            },
        );
        assert!(self.take(sign), "expected {sign} in {here}");
    }

    fn word(&mut self) -> String {
        self.at += 1;
        match &self.tokens[self.at - 1] {
            Token::Word(word) => word.clone(),
            other => panic!("expected a name, found {other:?}"),
        }
    }

    fn ranges(&mut self, close: &str) -> (Vec<Range>, Option<Expr>) {
        let mut ranges = vec![self.range()];
        while self.take(",") {
            ranges.push(self.range());
        }
        let condition = self.take(":").then(|| self.expr(0));
        self.expect(close);
        (ranges, condition)
    }

    fn range(&mut self) -> Range {
        let named = matches!(self.tokens.get(self.at + 1), Some(Token::Word(word)) if word == "in");
        let name = if named { self.word() } else { String::new() };
        if named {
            self.expect("in");
        }
        let first = self.expr(4);
        let of = match first {
            first if self.take("..") => Of::Between(first, self.expr(4)),
            Expr::At(name, index) if index.is_empty() => Of::Named(name),
            other => panic!("{other:?} is no range"),
        };
        Range { name, of }
    }

    /// The indices of a declaration: `[p in Piece][t in 0..T]`.
    fn indices(&mut self) -> Vec<Range> {
        let mut indices = Vec::new();
        while self.take("[") {
            indices.push(self.range());
            self.expect("]");
        }
        indices
    }

    /// Precedence: 0 `? :` and `=>`, 1 `||`, 2 `&&`, 3 relations, 4 sums, 5 products, 6 the rest.
    fn expr(&mut self, level: usize) -> Expr {
        const SIGNS: [&[&str]; 6] =
            [&["=>"], &["||"], &["&&"], &["==", "!=", "<=", ">=", "<", ">"], &["+", "-"], &["*", "%"]];
        if level == SIGNS.len() {
            return self.single();
        }
        let mut left = self.expr(level + 1);
        while SIGNS[level].contains(&self.sign()) {
            let sign = self.sign().to_owned();
            self.at += 1;
            left = Expr::Two(sign, Box::new(left), Box::new(self.expr(level + 1)));
        }
        if level == 0 && self.take("?") {
            let yes = self.expr(0);
            self.expect(":");
            left = Expr::If(Box::new(left), Box::new(yes), Box::new(self.expr(0)));
        }
        left
    }

    fn single(&mut self) -> Expr {
        if self.take("(") {
            let inner = self.expr(0);
            self.expect(")");
            return inner;
        }
        if self.take("-") {
            return Expr::Minus(Box::new(self.single()));
        }
        if self.take("!") {
            return Expr::Not(Box::new(self.single()));
        }
        if let Token::Number(number) = self.tokens[self.at] {
            self.at += 1;
            return Expr::Number(number);
        }
        let name = self.word();
        match name.as_str() {
            "sum" | "all" => {
                self.expect("(");
                let (ranges, condition) = self.ranges(")");
                let body = Box::new(self.expr(5));
                if name == "sum" {
                    return Expr::Sum(ranges, condition.map(Box::new), body);
                }
                assert!(condition.is_none());
                return Expr::All(ranges, body);
            }
            _ => {}
        }
        if self.take("(") {
            let mut arguments = vec![self.expr(0)];
            while self.take(",") {
                arguments.push(self.expr(0));
            }
            self.expect(")");
            return Expr::Call(name, arguments);
        }
        let mut index = Vec::new();
        while self.take("[") {
            index.push(self.expr(0));
            self.expect("]");
        }
        let found = Expr::At(name, index);
        if self.take(".") { Expr::Field(Box::new(found), self.word()) } else { found }
    }

    fn statement(&mut self) -> Statement {
        if self.take("forall") {
            self.expect("(");
            let (ranges, condition) = self.ranges(")");
            return Statement::Forall(ranges, condition, Box::new(self.statement()));
        }
        let holds = Statement::Holds(self.expr(0));
        self.expect(";");
        holds
    }
}

fn data(text: &str) -> Data {
    let mut found = Data::new();
    for item in tokens(text).split(|token| *token == Token::Sign(";".into())).filter(|item| !item.is_empty())
    {
        let Token::Word(name) = &item[0] else { panic!("data begin with a name") };
        assert_eq!(item[1], Token::Sign("=".into()));
        assert!(found.insert(name.clone(), item[2..].to_vec()).is_none(), "{name} is given twice");
    }
    found
}

impl Opl {
    pub fn read(model: &str, data_text: &str) -> Opl {
        let mut given = data(data_text);
        let mut opl = Opl::default();
        let mut parser = Parser { tokens: tokens(model), at: 0 };
        while parser.at < parser.tokens.len() {
            opl.declaration(&mut parser, &mut given);
        }
        assert!(given.is_empty(), "nobody asks for {:?}", given.keys());
        opl
    }

    fn declaration(&mut self, parser: &mut Parser, given: &mut Data) {
        if parser.take("{") {
            parser.word();
            parser.expect("}");
            let name = parser.word();
            let tuples = given.remove(&name).expect("the data have the set");
            parser.expect("=");
            parser.expect("...");
            parser.expect(";");
            let inner = tuples.split(|token| *token == Token::Sign("<".into())).skip(1);
            self.sets.insert(name, inner.map(|tuple| Value::Tuple(numbers(tuple))).collect());
            return;
        }
        let word = parser.word();
        match word.as_str() {
            "using" => assert_eq!(parser.word(), "CP"),
            "int" | "string" => return self.constant(parser, given),
            "range" => {
                let name = parser.word();
                parser.expect("=");
                let (from, to) = (parser.expr(4), {
                    parser.expect("..");
                    parser.expr(4)
                });
                let (from, to) = (self.constant_value(&from), self.constant_value(&to));
                self.sets.insert(name, (from..=to).map(Value::Number).collect());
            }
            "tuple" => {
                parser.word();
                parser.expect("{");
                let mut place = 0;
                while !parser.take("}") {
                    parser.expect("int");
                    self.fields.insert(parser.word(), place);
                    parser.expect(";");
                    place += 1;
                }
                return;
            }
            "dvar" => {
                parser.expect("int");
                let name = parser.word();
                let indices = parser.indices();
                parser.expect("in");
                let (least, most) = (parser.expr(4), {
                    parser.expect("..");
                    parser.expr(4)
                });
                for (index, env) in self.cross(&indices, None, &Env::new()) {
                    let bounds = (self.known(&least, &env), self.known(&most, &env));
                    self.variables.insert((name.clone(), index), self.domains.len());
                    self.domains.push(bounds);
                }
            }
            "dexpr" => {
                parser.expect("int");
                let name = parser.word();
                let indices = parser.indices();
                parser.expect("=");
                self.named.insert(name, (indices, parser.expr(0)));
            }
            "minimize" | "maximize" => self.objective = Some((word == "maximize", parser.expr(0))),
            "subject" => {
                parser.expect("to");
                parser.expect("{");
                while !parser.take("}") {
                    self.statements.push(parser.statement());
                }
                return;
            }
            "execute" => {
                parser.expect("{");
                let mut depth = 1;
                while depth > 0 {
                    depth += i32::from(parser.sign() == "{") - i32::from(parser.sign() == "}");
                    parser.at += 1;
                }
                return;
            }
            other => panic!("{other} is not known here"),
        }
        parser.expect(";");
    }

    fn constant(&mut self, parser: &mut Parser, given: &mut Data) {
        let name = parser.word();
        let indices = parser.indices();
        parser.expect("=");
        let places = self.cross(&indices, None, &Env::new());
        if parser.take("...") {
            let tokens = given.remove(&name).unwrap_or_else(|| panic!("the data have no {name}"));
            let texts = tokens.iter().filter(|token| matches!(token, Token::Text(_))).count();
            let values = if texts > 0 { vec![0; texts] } else { numbers(&tokens) };
            assert_eq!(values.len(), places.len(), "{name} has one value for each place");
            for ((index, _), value) in places.into_iter().zip(values) {
                self.put(&name, index, value);
            }
        } else {
            let expr = parser.expr(0);
            for (index, env) in places {
                let value = self.known(&expr, &env);
                self.put(&name, index, value);
            }
        }
        parser.expect(";");
    }

    fn put(&mut self, name: &str, index: Vec<Value>, value: i64) {
        if index.is_empty() {
            self.numbers.insert(name.to_owned(), value);
        } else {
            self.arrays.insert((name.to_owned(), index), value);
        }
    }

    fn constant_value(&self, expr: &Expr) -> i64 {
        self.known(expr, &Env::new())
    }

    fn known(&self, expr: &Expr, env: &Env) -> i64 {
        self.value(expr, env, &[]).unwrap_or_else(|_| panic!("{expr:?} is not known yet"))
    }

    /// All combinations of the ranges, as indices and as named values.
    fn cross(&self, ranges: &[Range], condition: Option<&Expr>, env: &Env) -> Vec<(Vec<Value>, Env)> {
        let mut all = vec![(Vec::new(), env.clone())];
        for range in ranges {
            all = all
                .into_iter()
                .flat_map(|(index, env)| {
                    let values = match &range.of {
                        Of::Named(name) => {
                            self.sets.get(name).unwrap_or_else(|| panic!("no set {name}")).clone()
                        }
                        Of::Between(from, to) => {
                            (self.known(from, &env)..=self.known(to, &env)).map(Value::Number).collect()
                        }
                    };
                    values.into_iter().map(move |value| {
                        let (mut index, mut env) = (index.clone(), env.clone());
                        index.push(value.clone());
                        env.insert(range.name.clone(), value);
                        (index, env)
                    })
                })
                .collect();
        }
        all.retain(|(_, env)| condition.is_none_or(|condition| self.known(condition, env) != 0));
        all
    }

    /// The value of an expression, or the first variable it still waits for.
    fn value(&self, expr: &Expr, env: &Env, now: &[i64]) -> Result<i64, usize> {
        Ok(match expr {
            Expr::Number(number) => *number,
            Expr::Not(inner) => i64::from(self.value(inner, env, now)? == 0),
            Expr::Minus(inner) => -self.value(inner, env, now)?,
            Expr::If(condition, yes, no) => {
                let part = if self.value(condition, env, now)? != 0 { yes } else { no };
                self.value(part, env, now)?
            }
            Expr::Field(tuple, field) => {
                let Expr::At(name, _) = tuple.as_ref() else { panic!("fields are of names") };
                let Value::Tuple(parts) = &env[name] else { panic!("{name} is no tuple") };
                parts[self.fields[field]]
            }
            Expr::Sum(ranges, condition, body) => {
                let mut sum = 0;
                for (_, env) in self.cross(ranges, condition.as_deref(), env) {
                    sum += self.value(body, &env, now)?;
                }
                sum
            }
            Expr::Two(sign, left, right) => return self.two(sign, left, right, env, now),
            Expr::Call(name, arguments) => return self.call(name, arguments, env, now),
            Expr::All(..) => panic!("all stands within a call"),
            Expr::At(name, index) => {
                let mut places = Vec::new();
                for part in index {
                    places.push(Value::Number(self.value(part, env, now)?));
                }
                return self.at(name, places, env, now);
            }
        })
    }

    fn at(&self, name: &str, index: Vec<Value>, env: &Env, now: &[i64]) -> Result<i64, usize> {
        if index.is_empty()
            && let Some(value) = env.get(name)
        {
            return Ok(value.number());
        }
        if index.is_empty()
            && let Some(number) = self.numbers.get(name)
        {
            return Ok(*number);
        }
        if let Some((ranges, expr)) = self.named.get(name) {
            let inner = ranges.iter().map(|range| range.name.clone()).zip(index).collect();
            return self.value(expr, &inner, now);
        }
        let key = (name.to_owned(), index);
        if let Some(variable) = self.variables.get(&key) {
            return now.get(*variable).copied().ok_or(*variable);
        }
        // An index that is out of range holds for nothing.
        Ok(self.arrays.get(&key).copied().unwrap_or_else(|| panic!("there is no {key:?}")))
    }

    fn two(&self, sign: &str, left: &Expr, right: &Expr, env: &Env, now: &[i64]) -> Result<i64, usize> {
        let first = self.value(left, env, now);
        let decided = match (sign, &first) {
            ("||", Ok(value)) if *value != 0 => Some(1),
            ("&&", Ok(0)) => Some(0),
            ("=>", Ok(0)) => Some(1),
            _ => None,
        };
        if let Some(value) = decided {
            return Ok(value);
        }
        let second = self.value(right, env, now);
        match (sign, &second) {
            ("||" | "=>", Ok(value)) if *value != 0 => return Ok(1),
            ("&&", Ok(0)) => return Ok(0),
            _ => {}
        }
        let (first, second) = (first?, second?);
        Ok(match sign {
            "+" => first + second,
            "-" => first - second,
            "*" => first * second,
            "%" => first % second,
            "==" => i64::from(first == second),
            "!=" => i64::from(first != second),
            "<=" => i64::from(first <= second),
            ">=" => i64::from(first >= second),
            "<" => i64::from(first < second),
            ">" => i64::from(first > second),
            "||" => i64::from(first != 0 || second != 0),
            "&&" => i64::from(first != 0 && second != 0),
            "=>" => i64::from(first == 0 || second != 0),
            other => panic!("{other} is not known here"),
        })
    }

    fn call(&self, name: &str, arguments: &[Expr], env: &Env, now: &[i64]) -> Result<i64, usize> {
        let value = |expr: &Expr| self.value(expr, env, now);
        Ok(match (name, arguments) {
            ("abs", [one]) => value(one)?.abs(),
            ("minl", [one, other]) => value(one)?.min(value(other)?),
            ("maxl", [one, other]) => value(one)?.max(value(other)?),
            ("card", [Expr::At(set, _)]) => self.sets[set].len() as i64,
            ("count", [Expr::All(ranges, body), wanted]) => {
                let wanted = value(wanted)?;
                let mut count = 0;
                for (_, env) in self.cross(ranges, None, env) {
                    count += i64::from(self.value(body, &env, now)? == wanted);
                }
                count
            }
            ("allDifferent", [Expr::At(name, _)]) => {
                let mut variables: Vec<usize> = self
                    .variables
                    .iter()
                    .filter(|((known, _), _)| known == name)
                    .map(|(_, at)| *at)
                    .collect();
                variables.sort_unstable();
                let values: Vec<i64> = variables.iter().map_while(|at| now.get(*at).copied()).collect();
                let twice = (1..values.len()).any(|at| values[..at].contains(&values[at]));
                if !twice && values.len() < variables.len() {
                    return Err(variables[values.len()]);
                }
                i64::from(!twice)
            }
            _ => panic!("{name} is not known here"),
        })
    }

    fn instances(&self) -> Vec<(&Expr, Env)> {
        fn unroll<'a>(opl: &Opl, statement: &'a Statement, env: &Env, found: &mut Vec<(&'a Expr, Env)>) {
            match statement {
                Statement::Holds(expr) => found.push((expr, env.clone())),
                Statement::Forall(ranges, condition, body) => {
                    for (_, env) in opl.cross(ranges, condition.as_ref(), env) {
                        unroll(opl, body, &env, found);
                    }
                }
            }
        }
        let mut found = Vec::new();
        self.statements.iter().for_each(|statement| unroll(self, statement, &Env::new(), &mut found));
        found
    }

    /// The best value of the objective, or 0 where there is none; nothing if no assignment fits.
    pub fn best(&self) -> Option<i64> {
        let instances = self.instances();
        let mut search =
            Search { opl: self, waiting: vec![Vec::new(); self.domains.len()], instances, best: None };
        let all: Vec<usize> = (0..search.instances.len()).collect();
        if search.look(&all, &[], &mut Vec::new()) {
            search.go(&mut Vec::new());
        }
        search.best
    }
}

fn numbers(tokens: &[Token]) -> Vec<i64> {
    let number = |token: &Token| if let Token::Number(number) = token { Some(*number) } else { None };
    tokens.iter().filter_map(number).collect()
}

struct Search<'a> {
    opl: &'a Opl,
    instances: Vec<(&'a Expr, Env)>,
    /// For each variable, the constraints that wait for it.
    waiting: Vec<Vec<usize>>,
    best: Option<i64>,
}

impl Search<'_> {
    /// Looks at constraints; false if one is broken. Those that are not decided wait for a variable.
    fn look(&mut self, those: &[usize], now: &[i64], moved: &mut Vec<usize>) -> bool {
        for instance in those {
            let (expr, env) = &self.instances[*instance];
            match self.opl.value(expr, env, now) {
                Ok(0) => return false,
                Ok(_) => {}
                Err(variable) => {
                    self.waiting[variable].push(*instance);
                    moved.push(variable);
                }
            }
        }
        true
    }

    fn go(&mut self, now: &mut Vec<i64>) {
        let Some((least, most)) = self.opl.domains.get(now.len()).copied() else {
            let value = self.opl.objective.as_ref().map_or(0, |(_, expr)| {
                self.opl.value(expr, &Env::new(), now).expect("everything is decided")
            });
            let most = self.opl.objective.as_ref().is_some_and(|(most, _)| *most);
            self.best =
                Some(self.best.map_or(value, |best| if most { best.max(value) } else { best.min(value) }));
            return;
        };
        let those = self.waiting[now.len()].clone();
        for value in least..=most {
            now.push(value);
            let mut moved = Vec::new();
            if self.look(&those, now, &mut moved) {
                self.go(now);
            }
            for variable in moved {
                self.waiting[variable].pop();
            }
            now.pop();
        }
    }
}
