/**
 * The looks of public pages, in the tokens of the apps (kit/ui/tokens.css). They travel inside each page, so that it is drawn from
 * one answer.
 */
export const styles = `
.public{--wide:68rem;min-height:100dvh;background:var(--page);color:var(--text);font:400 var(--text-m)/1.55 var(--font);overflow-wrap:break-word;-webkit-text-size-adjust:100%}
body:has(.public){margin:0}
.public *,.public ::before{box-sizing:border-box}
.public :is(h1,h2,h3,h4,p,ul,ol){margin:0}
.public :is(ul,ol){padding:0;list-style:none}
.public :is(h1,h2,h3,h4){line-height:1.18;letter-spacing:-.012em;text-wrap:balance}
.public h1{font-size:var(--text-3xl);font-weight:760}
.public h2{font-size:var(--text-2xl);font-weight:720;margin-bottom:var(--space-5)}
.public h3{font-size:var(--text-l);font-weight:680}
.public h4{font-size:var(--text-m);font-weight:620}
.public a{color:var(--accent-text);text-underline-offset:.18em}
.public :is(a,summary,video):focus-visible{outline:3px solid var(--focus);outline-offset:3px;border-radius:var(--radius-s)}
.public .skip{position:absolute;left:var(--space-4);top:-6rem;background:var(--surface-raised);padding:var(--space-3) var(--space-4);border-radius:var(--radius-s);z-index:2}
.public .skip:focus{top:var(--space-3)}
.public :is(.top,main,.end){max-width:var(--wide);margin-inline:auto;padding-inline:var(--space-4)}
.public .top{display:flex;flex-wrap:wrap;align-items:center;gap:var(--space-2) var(--space-4);padding-block:var(--space-3)}
.public .mark{display:flex;margin-inline-end:auto;min-width:0;min-height:var(--touch);align-items:center}
.public .mark img{height:2.25rem;width:auto;max-width:min(11rem,100%);object-fit:contain;object-position:0;display:block}
.public .tongues{display:flex;flex-wrap:wrap;gap:0 var(--space-1)}
.public .tongues :is(a,span){min-height:var(--touch);min-width:2rem;padding-inline:var(--space-2);display:grid;place-items:center;font-size:var(--text-s);color:var(--text-muted);text-decoration:none;border-radius:var(--radius-full)}
.public .tongues [aria-current]{color:var(--text);font-weight:680}
.public .tongues a:hover{background:var(--surface-hover);color:var(--text)}
.public .tongues :is(.long,.short){min-height:0;min-width:0;padding:0;color:inherit}
.public .tongues .long{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.public .enter{min-height:var(--touch);display:inline-grid;place-items:center;padding-inline:var(--space-4);border:1px solid var(--border-strong);border-radius:var(--radius-full);color:var(--text);font-weight:600;font-size:var(--text-s);text-decoration:none}
.public .enter:hover{background:var(--surface-hover)}
.public [hidden]{display:none!important}
.public main{display:grid;gap:var(--space-7);padding-block:var(--space-4) var(--space-8);outline:0}
.public main>*{min-width:0}
.public .hero{display:grid;gap:var(--space-5);align-items:center}
.public .said{display:grid;grid-template-columns:minmax(0,1fr);gap:var(--space-4);justify-items:start;min-width:0}
.public .chip,.public .open{background:var(--accent-soft);color:var(--accent-text);font-size:var(--text-xs);font-weight:640;padding:.25rem .75rem;border-radius:var(--radius-full);width:fit-content}
.public .lead{font-size:var(--text-l);color:var(--text-muted);line-height:1.5;text-wrap:pretty}
.public .facts{display:flex;flex-wrap:wrap;gap:var(--space-1) var(--space-4);color:var(--text-muted);font-size:var(--text-s)}
.public .facts li+li::before{content:"·";margin-inline-end:var(--space-4)}
.public .ask{display:flex;flex-wrap:wrap;gap:var(--space-3);width:100%}
.public .from{font-weight:640;color:var(--text-muted)}
.public .button{min-height:3rem;max-width:100%;display:inline-grid;place-items:center;padding:var(--space-2) min(var(--space-5),8%);overflow-wrap:anywhere;border-radius:var(--radius-full);background:var(--accent);color:var(--on-accent);font-weight:680;text-decoration:none;text-align:center;border:1px solid transparent;transition:background var(--fast) var(--ease)}
.public .button:hover{background:var(--accent-strong)}
.public .button.quiet{background:transparent;color:var(--accent-text);border-color:var(--border-strong)}
.public .button.quiet:hover{background:var(--surface-hover)}
.public .picture{display:block;width:100%;height:auto;aspect-ratio:4/3;object-fit:cover;border-radius:var(--radius-l);background:var(--surface-sunken);box-shadow:var(--shadow-m)}
.public video.picture{aspect-ratio:16/10;background:#000}
.public .band{background:var(--surface);border:1px solid var(--border);border-radius:var(--radius-l);padding:var(--space-5) var(--space-4);scroll-margin-top:var(--space-4)}
.public .whom{display:grid;gap:var(--space-3);grid-template-columns:repeat(auto-fit,minmax(min(17rem,100%),1fr))}
.public .whom li{padding-inline-start:2.25rem;position:relative}
.public .whom li::before{content:"";position:absolute;inset-inline-start:.2rem;top:.18em;width:.55rem;height:1rem;border:solid var(--accent);border-width:0 3px 3px 0;transform:rotate(42deg)}
.public .stage{border-top:1px solid var(--border)}
.public .stage:last-of-type{border-bottom:1px solid var(--border)}
.public summary{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:var(--space-1) var(--space-4);padding-block:var(--space-4);cursor:pointer;list-style:none}
.public summary::-webkit-details-marker{display:none}
.public summary:hover h3{color:var(--accent-text)}
.public .step{color:var(--accent-text);font-size:var(--text-s);display:block;font-weight:640;letter-spacing:0}
.public .count,.public .hint{color:var(--text-muted);font-size:var(--text-s)}
.public h2+.hint{margin-top:calc(-1*var(--space-4));margin-bottom:var(--space-4)}
.public .days{padding-bottom:var(--space-4);display:grid;gap:var(--space-1)}
.public .days li{display:flex;flex-wrap:wrap;gap:0 var(--space-3);padding:var(--space-2) 0}
.public .days .number{flex:0 0 5.5rem}
.public .days div{flex:1 1 9rem;min-width:0}
.public .days p{color:var(--text-muted);font-size:var(--text-s)}
.public .days .open{color:var(--accent-text);font-size:var(--text-xs);margin-top:var(--space-1)}
.public .number{color:var(--text-muted);font-size:var(--text-s);padding-top:.12em}
.public .rest h4{color:var(--text-muted);font-weight:400}
.public .articles{display:grid;gap:var(--space-5)}
.public .articles li{display:grid;gap:var(--space-1)}
.public .experts{display:flex;flex-wrap:wrap;gap:var(--space-3) var(--space-5)}
.public .experts li{display:flex;align-items:center;gap:var(--space-3);font-weight:600}
.public .face{width:3rem;height:3rem;border-radius:50%;display:grid;place-items:center;background:var(--accent-soft);color:var(--accent-text);font-weight:700}
.public .offers,.public .cards{display:grid;gap:var(--space-4);grid-template-columns:repeat(auto-fill,minmax(min(17.5rem,100%),1fr))}
.public .offer{display:flex;flex-direction:column;gap:var(--space-3);padding:var(--space-5) var(--space-4);border:1px solid var(--border);border-radius:var(--radius-m);background:var(--surface-raised)}
.public .offer:first-child{border-color:var(--accent);box-shadow:var(--shadow-s)}
.public .price b{font-size:var(--text-2xl);font-weight:760;letter-spacing:-.02em}
.public .price+.hint{margin-top:calc(-1*var(--space-3))}
.public .gives{display:grid;gap:var(--space-1);font-size:var(--text-s);color:var(--text-muted)}
.public .offer>:last-child{margin-top:auto}
.public .question{border-top:1px solid var(--border)}
.public .question:last-of-type{border-bottom:1px solid var(--border)}
.public :is(.question) summary::after,.public .stage summary::after{content:"";width:.6rem;height:.6rem;border:solid var(--text-muted);border-width:0 2px 2px 0;transform:rotate(45deg);margin-inline:auto .4rem;transition:transform var(--fast)}
.public .stage summary::after{margin-inline-start:0}
.public details[open]>summary::after{transform:rotate(225deg)}
.public summary h3{flex:1 1 12rem}
.public .question p{padding-bottom:var(--space-4);max-width:44rem;color:var(--text-muted)}
.public .intro{display:grid;gap:var(--space-3);max-width:44rem}
.public .card{position:relative;display:flex;flex-direction:column;gap:var(--space-3);background:var(--surface);border:1px solid var(--border);border-radius:var(--radius-l);overflow:hidden;padding-bottom:var(--space-5)}
.public .card>:not(.picture){margin-inline:var(--space-4)}
.public .card .picture{border-radius:0;box-shadow:none;aspect-ratio:16/10}
.public .card:not(:has(.picture)){padding-top:var(--space-5)}
.public .card h2{font-size:var(--text-l);margin-block:0}
.public .card h2 a{color:inherit;text-decoration:none}
.public .card h2 a::after{content:"";position:absolute;inset:0}
.public .card:hover{border-color:var(--border-strong);box-shadow:var(--shadow-m)}
.public .card p{color:var(--text-muted);font-size:var(--text-s)}
.public .card .from{margin-top:auto;color:var(--text);font-size:var(--text-m)}
.public .article{display:grid;gap:var(--space-5);max-width:44rem;width:100%;margin-inline:auto}
.public .article .picture{aspect-ratio:16/9}
.public .text{line-height:1.65;min-width:0}
.public .text>*+*{margin-top:var(--space-4)}
.public .text>:is(h2,h3,h4,h5,h6){margin:var(--space-6) 0 0;font-size:var(--text-l);font-weight:680}
.public .text>h2{font-size:var(--text-xl)}
.public .text :is(ul,ol){padding-inline-start:1.4em}
.public .text ul{list-style:disc}
.public .text ol{list-style:decimal}
.public .text li+li{margin-top:var(--space-2)}
.public .text blockquote{margin-inline:0;padding:var(--space-4);border-radius:var(--radius-m);background:var(--accent-soft)}
.public .text img{max-width:100%;height:auto;border-radius:var(--radius-m)}
.public .text :is(code,pre){font:.9em/1.5 ui-monospace,"DejaVu Sans Mono",monospace}
.public .text :is(pre,.wide){overflow-x:auto;border:1px solid var(--border);border-radius:var(--radius-m)}
.public .text pre{padding:var(--space-4);background:var(--surface-sunken)}
.public .text hr{border:0;border-top:1px solid var(--border)}
.public .text table{width:100%;border-collapse:collapse}
.public .text :is(th,td){padding:var(--space-2) var(--space-3);text-align:start;vertical-align:top}
.public .text .center{text-align:center}
.public .text .right{text-align:right}
.public .end{border-top:1px solid var(--border);padding-block:var(--space-5);display:flex;flex-wrap:wrap;gap:var(--space-2) var(--space-5);color:var(--text-muted);font-size:var(--text-s)}
.public .end p{margin-inline-end:auto}
@media (min-width:600px){
.public .tongues .long{position:static;width:auto;height:auto;clip-path:none}
.public .tongues .short{display:none}
}
@media (min-width:828px){
.public :is(.top,main,.end){padding-inline:var(--space-6)}
.public .hero:has(.seen){grid-template-columns:1.05fr 1fr;gap:var(--space-7);padding-top:var(--space-4)}
.public .band{padding:var(--space-6)}
.public main{gap:var(--space-8)}
}
`.replaceAll('\n', '')
