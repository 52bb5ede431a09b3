// Draws lines from the table behind them: a column each, over days or numbers. The
// table stays, for those who read it instead.
(() => {
  const drawn = new Map();

  // An empty cell is a gap, not nought.
  const number = (text) => (text ? Number(text) : null);

  const rowsOf = (figure, isTime) =>
    [...figure.querySelectorAll("tr[data-x]")]
      .map((row) => ({
        x: isTime ? Date.parse(row.dataset.x) / 1000 : Number(row.dataset.x),
        ys: [...row.querySelectorAll("[data-y]")].map((cell) => number(cell.dataset.y)),
        says: row.cells[0].textContent.trim(),
        texts: [...row.querySelectorAll("[data-y]")].map((cell) => cell.textContent.trim()),
      }))
      .sort((a, b) => a.x - b.x);

  const DASHES = { solid: [], dashed: [9, 5], dotted: [2, 4] };

  // Colours live in the tokens; the legend's marks wear them.
  const look = (key, steps) => {
    const mark = getComputedStyle(key, "::before");
    const line = { width: 2, stroke: mark.color, dash: DASHES[mark.borderBlockStartStyle] };
    if (steps) return { ...line, paths: uPlot.paths.stepped({ align: 1 }), points: { show: false } };
    return { ...line, points: { size: 5, fill: mark.color } };
  };

  const axis = (figure, extra) => ({
    stroke: getComputedStyle(figure.querySelector(".chart-axis")).color,
    grid: { stroke: getComputedStyle(figure.querySelector(".chart-grid")).color, width: 1 },
    ticks: { show: false },
    font: `14px ${getComputedStyle(figure).fontFamily}`,
    ...extra,
  });

  const optionsOf = (figure, plot, rows, keys) => {
    const isTime = figure.dataset.lines === "time";
    const isDiagonal = "diagonal" in figure.dataset;
    const language = document.documentElement.lang;
    const short = new Intl.DateTimeFormat(language, { year: "numeric", month: "short" });
    const says = figure.querySelector("[data-chart-says]");
    const days = { values: (u, ticks) => ticks.map((tick) => short.format(new Date(tick * 1000))) };
    const share = { values: (u, ticks) => ticks.map((tick) => `${Math.round(tick * 100)} %`) };
    const plain = { values: (u, ticks) => ticks.map(String) };
    // Years and ratings have no tenths.
    const wholes = { ...plain, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] };
    const whole = { range: [0, 1] };
    // Ratings that are levels: whole steps only, each by its name.
    const levelNames = figure.dataset.names ? JSON.parse(figure.dataset.names) : null;
    const levels = { incrs: [1, 2, 5], values: (u, ticks) => ticks.map((tick) => levelNames[tick] ?? "") };
    const across = levelNames ? levels : wholes;
    const up = levelNames && isTime ? levels : plain;
    const names = keys.map((key) => key.textContent.trim());
    return {
      width: plot.clientWidth,
      height: Math.min(340, Math.max(240, plot.clientWidth * 0.36)),
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
      scales: isDiagonal ? { x: { time: false, ...whole }, y: whole } : { x: { time: isTime } },
      axes: [
        axis(figure, { space: 90, ...(isTime ? days : isDiagonal ? share : across) }),
        axis(figure, { size: 64, ...(isDiagonal ? share : up) }),
      ],
      series: [{}, ...keys.map((key) => look(key, "steps" in figure.dataset))],
      hooks: {
        setCursor: [
          (u) => {
            const row = rows[u.cursor.idx ?? -1];
            const told = names.slice(-(row?.texts.length ?? 0));
            const parts = row?.texts.map((text, i) => `${told[i]} ${text}`) ?? [];
            says.textContent = row ? `${row.says}: ${parts.join(" · ")}` : "";
          },
        ],
      },
    };
  };

  const draw = (figure) => {
    const plot = figure.querySelector(".chart-plot");
    const rows = rowsOf(figure, figure.dataset.lines === "time");
    drawn.get(figure)?.destroy();
    if (rows.length < 2) return;
    figure.classList.add("chart-drawn");
    const keys = [...figure.querySelectorAll(".chart-line")];
    const columns = rows[0].ys.map((_, i) => rows.map((row) => row.ys[i]));
    if ("diagonal" in figure.dataset) columns.unshift(rows.map((row) => row.x));
    const data = [rows.map((row) => row.x), ...columns];
    drawn.set(figure, new uPlot(optionsOf(figure, plot, rows, keys), data, plot));
  };

  const drawAll = () => {
    for (const figure of drawn.keys()) if (!figure.isConnected) drawn.delete(figure);
    document.querySelectorAll("[data-lines]").forEach(draw);
  };

  let waiting = 0;
  const soon = () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(drawAll);
  };

  document.addEventListener("DOMContentLoaded", () => document.fonts.ready.then(soon));
  document.addEventListener("htmx:afterSettle", soon);
  document.addEventListener("themechange", soon);
  window.addEventListener("resize", soon);
})();
