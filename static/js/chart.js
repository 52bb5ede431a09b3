// Draws a rating's history from the table behind it: the official points as a
// line, the live tail dashed. The table stays, for those who read it instead.
(() => {
  const day = 86400;
  const drawn = new Map();

  const pointsOf = (figure) =>
    [...figure.querySelectorAll("tr[data-x]")]
      .map((row) => ({
        x: Date.parse(row.dataset.x) / 1000,
        y: Number(row.dataset.y),
        live: "live" in row.dataset,
        says: [row.cells[0].textContent.trim(), row.cells[1].textContent.trim()].join(": "),
      }))
      .filter((point) => Number.isFinite(point.x) && Number.isFinite(point.y))
      .sort((a, b) => a.x - b.x);

  const seriesOf = (points) => {
    const firstLive = points.findIndex((point) => point.live);
    const joins = (i) => firstLive > 0 && i === firstLive - 1;
    return [
      points.map((p) => p.x),
      points.map((p) => (p.live ? null : p.y)),
      points.map((p, i) => (p.live || joins(i) ? p.y : null)),
    ];
  };

  // Colours live in the tokens; the legend's marks wear them.
  const colour = (figure, name) => getComputedStyle(figure.querySelector(name)).color;

  const axis = (figure, extra) => ({
    stroke: colour(figure, ".chart-axis"),
    grid: { stroke: colour(figure, ".chart-grid"), width: 1 },
    ticks: { show: false },
    font: `14px ${getComputedStyle(figure).fontFamily}`,
    ...extra,
  });

  const range = (u, low, high) => {
    const room = Math.max(20, (high - low) * 0.12);
    return [Math.floor((low - room) / 10) * 10, Math.ceil((high + room) / 10) * 10];
  };

  // Ratings that are levels: whole steps only, each by its name.
  const heightsOf = (figure) => {
    if (!("names" in figure.dataset)) {
      return { range, axis: { size: 56, values: (u, ticks) => ticks.map(String) } };
    }
    const names = JSON.parse(figure.dataset.names);
    return {
      range: (u, low, high) => [low - 0.7, high + 0.7],
      axis: {
        size: 72,
        incrs: [1, 2, 5],
        values: (u, ticks) => ticks.map((tick) => names[tick] ?? ""),
      },
    };
  };

  const optionsOf = (figure, plot, points) => {
    const official = colour(figure, ".chart-key");
    const live = colour(figure, ".chart-key-live");
    const language = document.documentElement.lang;
    const short = new Intl.DateTimeFormat(language, { year: "numeric", month: "short" });
    const says = figure.querySelector("[data-chart-says]");
    const heights = heightsOf(figure);
    return {
      width: plot.clientWidth,
      height: Math.min(340, Math.max(240, plot.clientWidth * 0.36)),
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 9 } },
      scales: { y: { range: heights.range } },
      axes: [
        axis(figure, {
          space: 90,
          values: (u, ticks) => ticks.map((tick) => short.format(new Date(tick * 1000))),
          incrs: [31, 61, 92, 183, 365, 731, 1461].map((days) => days * day),
        }),
        axis(figure, heights.axis),
      ],
      series: [
        {},
        { stroke: official, width: 2, points: { size: 6, fill: official } },
        { stroke: live, width: 2, dash: [5, 5], points: { size: 6, fill: live } },
      ],
      hooks: {
        setCursor: [
          (u) => {
            const point = points[u.cursor.idx ?? -1];
            says.textContent = point ? point.says : "";
          },
        ],
      },
    };
  };

  const draw = (figure) => {
    const plot = figure.querySelector(".chart-plot");
    const points = pointsOf(figure);
    drawn.get(figure)?.destroy();
    if (points.length < 2) return;
    figure.classList.add("chart-drawn");
    figure.querySelector(".chart-key-live").hidden = !points.some((point) => point.live);
    drawn.set(figure, new uPlot(optionsOf(figure, plot, points), seriesOf(points), plot));
  };

  const drawAll = () => {
    for (const figure of drawn.keys()) if (!figure.isConnected) drawn.delete(figure);
    document.querySelectorAll("[data-chart]").forEach(draw);
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
