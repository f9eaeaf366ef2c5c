#include "commands/bench/html_style.h"

namespace winnow::commands {

// The colours are told apart with any kind of colour vision; shapes and words say the same once more.
const std::string_view html_style = R"css(
:root {
  color-scheme: light dark;
  --page: #f4f5f7; --card: #ffffff; --ink: #1b1f24; --soft: #5c6672; --line: #dfe3e8; --on-colour: #ffffff;
  --copy: #6b7480; --glsl: #0067b1; --cuda: #00855f; --cub: #c2500a; --cpu: #96468f; --naive: #8a6d00; --move: #d0487e; --thrust: #8b5a33;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1216; --card: #181c22; --ink: #e8ecf1; --soft: #9aa5b1; --line: #2b323b; --on-colour: #0c0f13;
    --copy: #98a3af; --glsl: #5ab6f2; --cuda: #2fcf9f; --cub: #ff9550; --cpu: #e09bd8; --naive: #e3c44a; --move: #ff86b4; --thrust: #c99b78;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 32px 20px 64px; }
h1 { font-size: 34px; line-height: 1.15; margin: 0 0 4px; letter-spacing: -0.02em; }
h2 { font-size: 21px; margin: 0; }
h3 { font-size: 15px; margin: 0; color: var(--hue); }
p { margin: 4px 0 12px; }
.machine { font-size: 19px; color: var(--soft); }
sup { line-height: 0; }
.result { font-size: 19px; max-width: 72ch; }
dl { display: flex; flex-wrap: wrap; gap: 4px 28px; margin: 12px 0 0; }
dt { font-size: 12px; color: var(--soft); }
dd { margin: 0; font-size: 14px; font-variant-numeric: tabular-nums; }
section, .card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 20px 24px; }
section { margin-top: 20px; }
section > p { color: var(--soft); max-width: 78ch; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(230px, 1fr)); gap: 20px; margin-top: 24px; }
.card { border-top: 4px solid var(--hue); }
.card p { margin: 0; }
.card .big { font-size: 42px; font-weight: 650; line-height: 1.25; letter-spacing: -0.02em; }
.card .big small { font-size: 16px; white-space: nowrap; font-weight: 400; color: var(--soft); letter-spacing: 0; }
.card .pair { color: var(--soft); font-size: 14px; }
.colour-copy { --hue: var(--copy); } .colour-glsl { --hue: var(--glsl); } .colour-cuda { --hue: var(--cuda); }
.colour-cub { --hue: var(--cub); } .colour-cpu { --hue: var(--cpu); } .colour-naive { --hue: var(--naive); }
.colour-fused { --hue: var(--glsl); } .colour-bits { --hue: var(--cuda); } .colour-staged { --hue: var(--cpu); }
.colour-atomic { --hue: var(--naive); } .colour-list { --hue: var(--move); } .colour-thrust { --hue: var(--thrust); }
.pass-simulate { --hue: var(--glsl); } .pass-vote { --hue: var(--cpu); } .pass-scan { --hue: var(--cuda); }
.pass-compact { --hue: var(--cub); } .pass-move { --hue: var(--move); } .pass-spawn { --hue: var(--naive); } .pass-hand-over, .pass-other { --hue: var(--copy); }
svg { display: block; width: 100%; height: auto; font-size: 14px; }
svg text { fill: var(--soft); }
.grid { stroke: var(--line); } .base { stroke: var(--soft); }
.series .line { fill: none; stroke: var(--hue); stroke-width: 2.5; stroke-linejoin: round; }
.series .area { fill: var(--hue); opacity: 0.13; }
.series circle, .series rect, .series path:not(.line):not(.area) { fill: var(--hue); stroke: var(--card); stroke-width: 1.5; }
.series.faint .line { stroke-width: 1.5; stroke-dasharray: 5 4; opacity: 0.8; }
.series .leader { stroke: var(--hue); opacity: 0.5; }
svg .label { fill: var(--hue); font-weight: 600; paint-order: stroke; stroke: var(--card); stroke-width: 4px; stroke-linejoin: round; }
svg .faint .label { font-weight: 400; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { font-weight: 500; text-align: left; }
.bars { width: 100%; }
.bars th { width: 290px; padding: 5px 12px 5px 0; }
.bars small { display: block; font-weight: 400; color: var(--soft); }
.bars .bar { height: 22px; border-radius: 0 4px 4px 0; background: var(--hue); }
.bars .faint .bar { opacity: 0.55; }
.bars .lane { position: relative; } .bars .lane b { position: absolute; top: -8px; bottom: -8px; width: 2px; margin-left: -1px; background: var(--soft); }
.bars .figure { width: 76px; text-align: right; white-space: nowrap; padding-left: 12px; }
.bars .figure:last-child { width: 116px; color: var(--soft); }
.stack { position: relative; display: flex; height: 22px; }
.stack i { background: var(--hue); border-right: 1px solid var(--card); color: var(--on-colour); font: 12px/22px system-ui, "DejaVu Sans", sans-serif; text-align: center; white-space: nowrap; overflow: hidden; text-overflow: clip; }
.stack i:nth-last-of-type(1) { border-radius: 0 4px 4px 0; border-right: 0; }
.stack b { position: absolute; top: -3px; bottom: -3px; width: 2px; background: var(--ink); }
.steps .figure, .steps .figure:last-child { width: 96px; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; font-size: 14px; color: var(--soft); }
.legend span::before { content: ""; display: inline-block; width: 12px; height: 12px; margin-right: 6px; border-radius: 3px; background: var(--hue); }
.legend .mark::before { width: 2px; border-radius: 0; background: var(--ink); }
.maps { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(420px, 100%), 1fr)); gap: 24px; }
figure { margin: 0; min-width: 0; }
figure + figure { margin-top: 20px; } .maps figure + figure { margin-top: 0; }
figcaption { font-weight: 600; margin-bottom: 6px; }
.map { width: 100%; table-layout: fixed; font-size: 14px; border-spacing: 3px; border-collapse: separate; }
.map th { font-size: 13px; color: var(--soft); vertical-align: middle; padding: 2px 6px 2px 0; }
.map tr > :first-child { width: 132px; white-space: nowrap; }
.map tr:first-child th { vertical-align: bottom; text-align: center; padding: 2px; line-height: 1.2; }
.map td { text-align: center; padding: 7px 4px; border-radius: 6px; }
.map .heat { background: color-mix(in srgb, var(--hue) var(--share), var(--page)); }
.map .strong { color: var(--on-colour); font-weight: 600; }
.map .none { color: var(--soft); background: var(--page); }
details { border-top: 1px solid var(--line); padding: 8px 0; }
summary { cursor: pointer; font-weight: 500; }
/* Where there is more to see on a side, a shadow says so. */
.scroll {
  overflow-x: auto;
  background: linear-gradient(90deg, var(--card) 30%, transparent) 0 0 / 40px 100% no-repeat local,
    linear-gradient(270deg, var(--card) 30%, transparent) 100% 0 / 40px 100% no-repeat local,
    linear-gradient(90deg, var(--line), transparent) 0 0 / 14px 100% no-repeat scroll,
    linear-gradient(270deg, var(--line), transparent) 100% 0 / 14px 100% no-repeat scroll;
}
.rows { width: 100%; font-size: 14px; margin-top: 6px; }
.rows th, .rows td { padding: 3px 8px 3px 0; text-align: right; white-space: nowrap; }
.rows tr:first-child th { color: var(--soft); font-weight: 400; border-bottom: 1px solid var(--line); }
.rows th:first-child, .rows .word { text-align: left; }
.rows .copy { color: var(--soft); }
.rows .best { font-weight: 650; }
.rows .best th { font-weight: 650; }
@media (max-width: 720px) {
  section, .card { padding: 16px; }
  .scroll svg { width: 720px; }
  .bars th { width: 45%; }
  .stack i { font-size: 0; }
  .bars .figure:last-child { display: none; }
  .map th { font-size: 11px; }
  .map tr > :first-child { width: 84px; white-space: normal; }
}
li { font-size: 14px; color: var(--soft); }
)css";

}  // namespace winnow::commands
