// What every chart is: a figure drawn from the table behind it, in the colours of the
// page, with words for the point under the pointer. The table stays, for those who
// read it instead.
const plots = (() => {
  // Colours live in the tokens; the legend's marks wear them.
  const colour = (figure, name) => getComputedStyle(figure.querySelector(name)).color;

  const axis = (figure, extra) => ({
    stroke: colour(figure, ".chart-axis"),
    grid: { stroke: colour(figure, ".chart-grid"), width: 1 },
    ticks: { show: false },
    font: `14px ${getComputedStyle(figure).fontFamily}`,
    ...extra,
  });

  // How an axis labels its ticks, which are seconds on one of days.
  const months = () => {
    const short = new Intl.DateTimeFormat(document.documentElement.lang, { year: "numeric", month: "short" });
    return { values: (u, ticks) => ticks.map((tick) => short.format(new Date(tick * 1000))) };
  };
  const numbers = { values: (u, ticks) => ticks.map(String) };
  // Ratings that are levels: whole steps only, each by its name.
  const levels = (names) => ({
    incrs: [1, 2, 5],
    values: (u, ticks) => ticks.map((tick) => names[tick] ?? ""),
  });
  const namesOf = (figure) => (figure.dataset.names ? JSON.parse(figure.dataset.names) : null);

  // A sheet of A4 between its margins is about so many pixels wide. A chart that was
  // drawn for a wider screen would lose its end on paper.
  const SHEET = 640;
  let printing = false;

  // What uPlot is told of every chart; `says` has words for the point of a number.
  const frame = (figure, pointSize, says) => {
    const room = figure.querySelector(".chart-plot").clientWidth;
    const width = printing ? Math.min(room, SHEET) : room;
    const told = figure.querySelector("[data-chart-says]");
    return {
      width,
      height: Math.min(340, Math.max(240, width * 0.36)),
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: pointSize } },
      hooks: { setCursor: [(u) => (told.textContent = says(u.cursor.idx ?? -1))] },
    };
  };

  // Draws each figure of a kind that has two points or more, and again whenever the
  // page is another: `pointsOf` reads a figure, `planOf` gives uPlot's options and data.
  const keepDrawn = (kind, pointsOf, planOf) => {
    const drawn = new Map();
    const draw = (figure) => {
      const points = pointsOf(figure);
      drawn.get(figure)?.destroy();
      if (points.length < 2) return;
      figure.classList.add("chart-drawn");
      const [options, data] = planOf(figure, points);
      drawn.set(figure, new uPlot(options, data, figure.querySelector(".chart-plot")));
    };
    const drawAll = () => {
      for (const figure of drawn.keys()) if (!figure.isConnected) drawn.delete(figure);
      document.querySelectorAll(kind).forEach(draw);
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
    for (const [name, prints] of [["beforeprint", true], ["afterprint", false]])
      window.addEventListener(name, () => {
        printing = prints;
        drawAll();
      });
  };

  return { colour, axis, months, numbers, levels, namesOf, frame, keepDrawn };
})();
