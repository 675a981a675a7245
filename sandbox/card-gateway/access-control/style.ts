// Style of the step-up pages, designed for small screens first: the protocol's smallest window is 250 by 400 pixels.

export const style = `
:root{--ink:#16242b;--soft:#5b6b73;--line:#d8e0e3;--edge:#7d8b92;--ground:#f4f7f7;--accent:#0b6e5f;--accent-ink:#fff;--bad:#b3261e;--paper:#fff;--hint:#e7f3ef;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--ink:#e8eff0;--soft:#a3b3b9;--line:#33444b;--edge:#7f929a;--ground:#0f1a1f;--accent:#3fbfa5;--accent-ink:#06231d;--bad:#ff8a80;--paper:#16242a;--hint:#16352f}}
*{box-sizing:border-box}
html{font:16px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;color:var(--ink);background:var(--ground)}
body{margin:0;min-height:100vh;background:var(--paper);display:flex;flex-direction:column}
header{display:flex;align-items:center;justify-content:space-between;gap:12px;padding:14px 20px;border-bottom:1px solid var(--line)}
.bank{display:flex;align-items:center;gap:8px;font-weight:650;font-size:.82rem;letter-spacing:.06em;color:var(--ink)}
.bank svg{color:var(--accent);flex:none}
.tag{font-size:.72rem;font-weight:600;color:var(--accent);background:var(--hint);border-radius:99px;padding:3px 10px}
main{padding:20px;flex:1}
h1{font-size:1.3rem;line-height:1.25;margin:0 0 6px;letter-spacing:-.01em;text-wrap:balance}
.lead{margin:0 0 16px;color:var(--soft);text-wrap:pretty}
dl{margin:0 0 16px;border:1px solid var(--line);border-radius:12px;padding:2px 14px}
dl div{display:flex;justify-content:space-between;gap:16px;padding:9px 0}
dl div+div{border-top:1px solid var(--line)}
dt{color:var(--soft)}
dd{margin:0;text-align:right;font-weight:550;overflow-wrap:anywhere}
.amount{font-weight:700;font-variant-numeric:tabular-nums}
.dots{letter-spacing:.08em;color:var(--soft)}
.hint{text-wrap:balance;margin:0 0 18px;background:var(--hint);border-radius:12px;padding:10px 14px;font-size:.9rem}
.hint strong{font-size:1.05rem;letter-spacing:.12em;font-variant-numeric:tabular-nums;white-space:nowrap}
label{display:block;font-weight:600;margin-bottom:6px}
input#code{width:100%;font:inherit;font-size:1.5rem;letter-spacing:.35em;font-variant-numeric:tabular-nums;padding:10px 14px;min-height:54px;border:1.5px solid var(--edge);border-radius:12px;background:var(--paper);color:var(--ink)}
input#code:focus{outline:3px solid var(--accent);outline-offset:1px;border-color:var(--accent)}
input#code[aria-invalid]{border-color:var(--bad)}
.problem{text-wrap:balance;margin:8px 0 0;color:var(--bad);font-weight:550}
.sent{margin:8px 0 0;color:var(--accent);font-weight:550}
button{font:inherit;cursor:pointer;border:0;background:none;color:var(--accent);font-weight:600;padding:10px 0;min-height:44px}
button:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:10px}
.main{width:100%;padding:10px 16px;margin-top:16px;background:var(--accent);color:var(--accent-ink);border-radius:12px;min-height:52px;font-size:1.05rem}
.main:hover{filter:brightness(1.06)}
.others{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px;margin-top:8px}
.others button:last-child{color:var(--soft)}
.end{text-align:center;padding:36px 0}
.mark{width:64px;height:64px;margin:0 auto 18px;border-radius:50%;display:grid;place-items:center;color:var(--bad);background:color-mix(in srgb,var(--bad) 12%,transparent)}
.mark.good{color:var(--accent);background:var(--hint)}
@media (max-height:680px){header{padding-top:9px;padding-bottom:9px}main{padding-top:14px}.lead{margin-bottom:10px}dl{margin-bottom:10px}dl div{padding:5px 0}.hint{text-wrap:balance;margin-bottom:10px;padding:7px 14px}input#code{min-height:46px;padding-top:6px;padding-bottom:6px}.main{margin-top:12px;min-height:46px}.others{margin-top:2px}}
@media (min-width:560px) and (min-height:700px){body{width:460px;margin:6vh auto 0;min-height:0;border-radius:18px;border:1px solid var(--line)}header,main{padding-left:28px;padding-right:28px}main{padding-bottom:24px;flex:none}}
@media (max-height:480px){header{padding-top:5px;padding-bottom:5px}main{padding-top:8px;padding-bottom:8px}h1{font-size:1.1rem}.lead{display:none}dl{display:flex;flex-wrap:wrap;gap:0 20px;border:0;padding:0;margin-bottom:4px;font-size:.9rem}dl div,dl div+div{padding:0;border:0;gap:8px}.hint{padding:4px 10px;margin-bottom:6px;font-size:.82rem}.hint strong{font-size:.95rem}label{margin-bottom:2px}.others button{padding:4px 0}}
@media (max-height:400px) and (min-width:480px){form{display:grid;grid-template-columns:1fr 1fr;gap:0 14px;align-items:start}label,.others{grid-column:1/-1}input#code{grid-column:1}.problem,.sent{grid-column:1;margin-top:4px}.main{grid-column:2;grid-row:2;margin-top:0}}
@media (max-width:300px){html{font-size:14px}header,main{padding-left:14px;padding-right:14px}dl,.hint{padding-left:10px;padding-right:10px}}
`
