// Draws lines from the table behind them: a column each, over days or numbers.
(() => {
  // An empty cell is a gap, not nought.
  const number = (text) => (text ? Number(text) : null);

  const isTime = (figure) => figure.dataset.lines === "time";
  const isDiagonal = (figure) => "diagonal" in figure.dataset;

  const rowsOf = (figure) =>
    [...figure.querySelectorAll("tr[data-x]")]
      .map((row) => ({
        x: isTime(figure) ? Date.parse(row.dataset.x) / 1000 : Number(row.dataset.x),
        ys: [...row.querySelectorAll("[data-y]")].map((cell) => number(cell.dataset.y)),
        says: row.cells[0].textContent.trim(),
        texts: [...row.querySelectorAll("[data-y]")].map((cell) => cell.textContent.trim()),
      }))
      .sort((a, b) => a.x - b.x);

  const DASHES = { solid: [], dashed: [9, 5], dotted: [2, 4] };

  const look = (key, steps) => {
    const mark = getComputedStyle(key, "::before");
    const line = { width: 2, stroke: mark.color, dash: DASHES[mark.borderBlockStartStyle] };
    if (steps) return { ...line, paths: uPlot.paths.stepped({ align: 1 }), points: { show: false } };
    return { ...line, points: { size: 5, fill: mark.color } };
  };

  const share = { values: (u, ticks) => ticks.map((tick) => `${Math.round(tick * 100)} %`) };
  // Years and ratings have no tenths.
  const wholes = { ...plots.numbers, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] };
  const whole = { range: [0, 1] };

  const axesOf = (figure) => {
    if (isDiagonal(figure)) return [share, share];
    const names = plots.namesOf(figure);
    const levels = names && plots.levels(names);
    return isTime(figure) ? [plots.months(), levels ?? plots.numbers] : [levels ?? wholes, plots.numbers];
  };

  const wordsOf = (row, names) => {
    if (!row) return "";
    const told = names.slice(-row.texts.length);
    return `${row.says}: ${row.texts.map((text, i) => `${told[i]} ${text}`).join(" · ")}`;
  };

  const optionsOf = (figure, rows, keys) => {
    const names = keys.map((key) => key.textContent.trim());
    const [across, up] = axesOf(figure);
    return {
      ...plots.frame(figure, 8, (i) => wordsOf(rows[i], names)),
      scales: isDiagonal(figure) ? { x: { time: false, ...whole }, y: whole } : { x: { time: isTime(figure) } },
      axes: [plots.axis(figure, { space: 90, ...across }), plots.axis(figure, { size: 64, ...up })],
      series: [{}, ...keys.map((key) => look(key, "steps" in figure.dataset))],
    };
  };

  plots.keepDrawn("[data-lines]", rowsOf, (figure, rows) => {
    const keys = [...figure.querySelectorAll(".chart-line")];
    const across = rows.map((row) => row.x);
    const columns = rows[0].ys.map((_, i) => rows.map((row) => row.ys[i]));
    if (isDiagonal(figure)) columns.unshift(across);
    return [optionsOf(figure, rows, keys), [across, ...columns]];
  });
})();
