// Draws the chart of a player's rating history from the table behind it: the approved
// ratings as a solid line, and the live ones after them dashed.
(() => {
  const day = 86400;

  const pointsOf = (figure) =>
    [...figure.querySelectorAll("tr[data-x]")]
      .map((row) => ({
        x: Date.parse(row.dataset.x) / 1000,
        y: Number(row.dataset.y),
        live: "live" in row.dataset,
        text: [row.cells[0].textContent.trim(), row.cells[1].textContent.trim()].join(": "),
      }))
      .filter((point) => Number.isFinite(point.x) && Number.isFinite(point.y))
      .sort((a, b) => a.x - b.x);

  const seriesOf = (points) => {
    const firstLive = points.findIndex((point) => point.live);
    const joinsLiveTail = (i) => firstLive > 0 && i === firstLive - 1;
    return [
      points.map((p) => p.x),
      points.map((p) => (p.live ? null : p.y)),
      points.map((p, i) => (p.live || joinsLiveTail(i) ? p.y : null)),
    ];
  };

  const range = (u, low, high) => {
    const margin = Math.max(20, (high - low) * 0.12);
    return [Math.floor((low - margin) / 10) * 10, Math.ceil((high + margin) / 10) * 10];
  };

  const ratingAxisOf = (figure) => {
    const names = plots.namesOf(figure);
    if (!names) return { range, axis: { size: 56, ...plots.numbers } };
    return {
      range: (u, low, high) => [low - 0.7, high + 0.7],
      axis: { size: 72, ...plots.levels(names) },
    };
  };

  const optionsOf = (figure, points) => {
    const official = plots.colour(figure, ".chart-key");
    const live = plots.colour(figure, ".chart-key-live");
    const ratingAxis = ratingAxisOf(figure);
    return {
      ...plots.frame(figure, 9, (i) => points[i]?.text ?? ""),
      scales: { y: { range: ratingAxis.range } },
      axes: [
        plots.axis(figure, {
          space: 90,
          ...plots.months(),
          incrs: [31, 61, 92, 183, 365, 731, 1461].map((days) => days * day),
        }),
        plots.axis(figure, ratingAxis.axis),
      ],
      series: [
        {},
        { stroke: official, width: 2, points: { size: 6, fill: official } },
        { stroke: live, width: 2, dash: [5, 5], points: { size: 6, fill: live } },
      ],
    };
  };

  plots.keepDrawn("[data-chart]", pointsOf, (figure, points) => {
    figure.querySelector(".chart-key-live").hidden = !points.some((point) => point.live);
    return [optionsOf(figure, points), seriesOf(points)];
  });
})();
