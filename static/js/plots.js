// Functions shared by all charts. A chart is drawn in a figure from the table behind it,
// in the colours of the page, and shows a text for the point under the pointer. The table
// stays, for those who read it instead.
const plots = (() => {
  // Colours are defined in tokens.css; read them from the legend's marks, which use them.
  const colour = (figure, name) => getComputedStyle(figure.querySelector(name)).color;

  const axis = (figure, extra) => ({
    stroke: colour(figure, ".chart-axis"),
    grid: { stroke: colour(figure, ".chart-grid"), width: 1 },
    ticks: { show: false },
    font: `14px ${getComputedStyle(figure).fontFamily}`,
    ...extra,
  });

  // The labels of an axis of days, whose ticks are in seconds.
  const months = () => {
    const short = new Intl.DateTimeFormat(document.documentElement.lang, { year: "numeric", month: "short" });
    return { values: (u, ticks) => ticks.map((tick) => short.format(new Date(tick * 1000))) };
  };
  const numbers = { values: (u, ticks) => ticks.map(String) };
  // An axis for ratings that are levels: whole steps only, each labelled with its name.
  const levels = (names) => ({
    incrs: [1, 2, 5],
    values: (u, ticks) => ticks.map((tick) => names[tick] ?? ""),
  });
  const namesOf = (figure) => (figure.dataset.names ? JSON.parse(figure.dataset.names) : null);

  // The width in pixels of A4 paper between its margins, approximately. A chart that was
  // drawn for a wider screen would be cut off on paper.
  const SHEET_WIDTH = 640;
  let printing = false;

  // The options that all charts give uPlot; `textAt` returns the text for the point of
  // an index.
  const frame = (figure, pointSize, textAt) => {
    const available = figure.querySelector(".chart-plot").clientWidth;
    const width = printing ? Math.min(available, SHEET_WIDTH) : available;
    const caption = figure.querySelector("[data-chart-says]");
    return {
      width,
      height: Math.min(340, Math.max(240, width * 0.36)),
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: pointSize } },
      hooks: { setCursor: [(u) => (caption.textContent = textAt(u.cursor.idx ?? -1))] },
    };
  };

  // Draw each figure that matches the selector and has two points or more, and draw it
  // again when the page's content, theme or size changes. `pointsOf` reads the points of a
  // figure, `chartOf` returns uPlot's options and data.
  const keepDrawn = (selector, pointsOf, chartOf) => {
    const drawn = new Map();
    const draw = (figure) => {
      const points = pointsOf(figure);
      drawn.get(figure)?.destroy();
      if (points.length < 2) return;
      figure.classList.add("chart-drawn");
      const [options, data] = chartOf(figure, points);
      drawn.set(figure, new uPlot(options, data, figure.querySelector(".chart-plot")));
    };
    const drawAll = () => {
      for (const figure of drawn.keys()) if (!figure.isConnected) drawn.delete(figure);
      document.querySelectorAll(selector).forEach(draw);
    };
    let frameRequest = 0;
    const drawSoon = () => {
      cancelAnimationFrame(frameRequest);
      frameRequest = requestAnimationFrame(drawAll);
    };
    document.addEventListener("DOMContentLoaded", () => document.fonts.ready.then(drawSoon));
    document.addEventListener("htmx:afterSettle", drawSoon);
    document.addEventListener("themechange", drawSoon);
    window.addEventListener("resize", drawSoon);
    for (const [name, isPrinting] of [["beforeprint", true], ["afterprint", false]])
      window.addEventListener(name, () => {
        printing = isPrinting;
        drawAll();
      });
  };

  return { colour, axis, months, numbers, levels, namesOf, frame, keepDrawn };
})();
