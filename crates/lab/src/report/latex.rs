//! Tables for papers: LaTeX with the rules of the booktabs package, ready to be read in by `\\input`.

use crate::report::tables::Table;

pub fn latex(table: &Table) -> String {
    let columns: String =
        (0..table.head.len()).map(|column| if table.is_text(column) { 'l' } else { 'r' }).collect();
    let line =
        |cells: &[String]| cells.iter().map(|cell| escape(cell)).collect::<Vec<_>>().join(" & ") + " \\\\\n";
    let rows: String = table.rows.iter().map(|row| line(row)).collect();
    format!(
        "% \\usepackage{{booktabs}}\n\\begin{{table}}\n\\centering\n\\caption{{{}}}\n\\label{{tab:{}}}\n\
         \\begin{{tabular}}{{{columns}}}\n\\toprule\n{}\\midrule\n{rows}\\bottomrule\n\
         \\end{{tabular}}\n\\end{{table}}\n",
        escape(&table.title),
        table.id,
        line(&table.head)
    )
}

/// Letters that mean something to LaTeX, as themselves.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', letter]),
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            '\\' => escaped += "\\textbackslash{}",
            '<' => escaped += "\\textless{}",
            '>' => escaped += "\\textgreater{}",
            '\n' => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_its_rules_and_no_letter_means_more_than_itself() {
        let cells = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        let (id, title, about) = ("summary", "Summary".to_owned(), String::new());
        let head = cells(["method", "50 % of #"]);
        let rows = vec![cells(["a_b & c\\d", "< 0.001"]), cells(["x^2", "3"])];
        let text = latex(&Table { id, title, about, head, rows });
        assert!(
            text.contains("\\begin{tabular}{lr}\n\\toprule\nmethod & 50 \\% of \\# \\\\\n\\midrule\n"),
            "{text}"
        );
        assert!(text.contains("a\\_b \\& c\\textbackslash{}d & \\textless{} 0.001 \\\\\n"), "{text}");
        assert!(text.contains("x\\textasciicircum{}2 & 3 \\\\\n\\bottomrule"), "{text}");
    }
}
