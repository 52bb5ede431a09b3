// Draws a line chart from the table behind it: one line for each column, over days or
// numbers.
(() => {
  // An empty cell is a gap in the line, not zero.
  const numberOrNull = (text) => (text ? Number(text) : null);

  const isTime = (figure) => figure.dataset.lines === "time";
  const isDiagonal = (figure) => "diagonal" in figure.dataset;

  const rowsOf = (figure) =>
    [...figure.querySelectorAll("tr[data-x]")]
      .map((row) => ({
        x: isTime(figure) ? Date.parse(row.dataset.x) / 1000 : Number(row.dataset.x),
        ys: [...row.querySelectorAll("[data-y]")].map((cell) => numberOrNull(cell.dataset.y)),
        label: row.cells[0].textContent.trim(),
        texts: [...row.querySelectorAll("[data-y]")].map((cell) => cell.textContent.trim()),
      }))
      .sort((a, b) => a.x - b.x);

  const DASHES = { solid: [], dashed: [9, 5], dotted: [2, 4] };

  const styleOf = (key, isStepped) => {
    const mark = getComputedStyle(key, "::before");
    const line = { width: 2, stroke: mark.color, dash: DASHES[mark.borderBlockStartStyle] };
    if (isStepped) return { ...line, paths: uPlot.paths.stepped({ align: 1 }), points: { show: false } };
    return { ...line, points: { size: 5, fill: mark.color } };
  };

  const percentages = { values: (u, ticks) => ticks.map((tick) => `${Math.round(tick * 100)} %`) };
  // Years and ratings are whole numbers: no tenths between two ticks.
  const wholeNumbers = { ...plots.numbers, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] };
  const unitRange = { range: [0, 1] };

  const axesOf = (figure) => {
    if (isDiagonal(figure)) return [percentages, percentages];
    const names = plots.namesOf(figure);
    const levels = names && plots.levels(names);
    return isTime(figure) ? [plots.months(), levels ?? plots.numbers] : [levels ?? wholeNumbers, plots.numbers];
  };

  const textOf = (row, names) => {
    if (!row) return "";
    const shownNames = names.slice(-row.texts.length);
    return `${row.label}: ${row.texts.map((text, i) => `${shownNames[i]} ${text}`).join(" · ")}`;
  };

  const optionsOf = (figure, rows, keys) => {
    const names = keys.map((key) => key.textContent.trim());
    const [horizontal, vertical] = axesOf(figure);
    return {
      ...plots.frame(figure, 8, (i) => textOf(rows[i], names)),
      scales: isDiagonal(figure) ? { x: { time: false, ...unitRange }, y: unitRange } : { x: { time: isTime(figure) } },
      axes: [plots.axis(figure, { space: 90, ...horizontal }), plots.axis(figure, { size: 64, ...vertical })],
      series: [{}, ...keys.map((key) => styleOf(key, "steps" in figure.dataset))],
    };
  };

  plots.keepDrawn("[data-lines]", rowsOf, (figure, rows) => {
    const keys = [...figure.querySelectorAll(".chart-line")];
    const horizontal = rows.map((row) => row.x);
    const columns = rows[0].ys.map((_, i) => rows.map((row) => row.ys[i]));
    if (isDiagonal(figure)) columns.unshift(horizontal);
    return [optionsOf(figure, rows, keys), [horizontal, ...columns]];
  });
})();
