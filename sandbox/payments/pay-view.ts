import { createHash } from 'node:crypto'
import { formatAmount } from './minor-units.ts'
import type { PaymentRow, SessionRow } from './rows.ts'

const STYLE = `
:root{color-scheme:light dark;--paper:oklch(.985 .006 85);--card:#fff;--ink:oklch(.23 .035 245);--soft:oklch(.47 .03 245);
--line:oklch(.9 .01 245);--edge:oklch(.62 .02 245);--fill:oklch(.57 .19 36);--on:#fff;--wash:oklch(.965 .035 85);--focus:oklch(.52 .17 255)}
@media (prefers-color-scheme:dark){:root{--paper:oklch(.185 .024 250);--card:oklch(.235 .028 248);--ink:oklch(.965 .008 85);
--soft:oklch(.76 .02 245);--line:oklch(.33 .025 247);--edge:oklch(.6 .025 245);--fill:oklch(.71 .175 41);--on:oklch(.19 .03 245);
--wash:oklch(.295 .04 75);--focus:oklch(.8 .11 240)}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--paper);color:var(--ink);
font:1rem/1.5 system-ui,sans-serif}
main{width:100%;max-width:26rem;background:var(--card);border:1px solid var(--line);border-radius:14px;overflow:hidden}
.notice{margin:0;padding:.75rem 1.25rem;background:var(--wash);font-weight:600}
.body{padding:1.25rem}
h1{margin:0 0 1rem;font-size:1.44rem;line-height:1.2}
dl{display:grid;grid-template-columns:auto 1fr;gap:.5rem 1rem;margin:0 0 1.25rem}
dt{color:var(--soft)}
dd{margin:0;text-align:end;overflow-wrap:anywhere}
.sum{font-size:1.2rem;font-weight:700;font-variant-numeric:tabular-nums}
form{display:grid;gap:.75rem}
button,.way{display:block;width:100%;min-height:48px;padding:.6rem 1rem;border:1px solid var(--edge);border-radius:10px;background:none;
color:inherit;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button[name=success]{border-color:transparent;background:var(--fill);color:var(--on)}
button:focus-visible,.way:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.hint{margin:1rem 0 0;color:var(--soft);font-size:.875rem}
`

export const styleHash = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`

/** The page works without scripts, so that nothing but its three buttons can happen on it. */
export function renderPayPage(session: SessionRow, payment: PaymentRow): string {
  const { title, content } = contentOf(session, payment)

  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} – test payment</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="notice">Test payment: no money moves</p>
<div class="body">
<h1>${escapeHtml(title)}</h1>
<dl>
<dt>Order</dt><dd>${escapeHtml(payment.reference)}</dd>
${session.description === '' ? '' : `<dt>For</dt><dd>${escapeHtml(session.description)}</dd>`}
<dt>Amount</dt><dd class="sum">${escapeHtml(formatAmount(payment.amount, payment.currency))}</dd>
</dl>
${content}
</div>
</main>
</body>
</html>
`
}

function contentOf(session: SessionRow, payment: PaymentRow): { title: string; content: string } {
  if (session.status === 'expired') {
    const content = `<p>The time to pay is over. Nothing was charged.</p>${wayBack(session.cancelUrl)}`

    return { title: 'This payment page has expired', content }
  }
  if (payment.status === 'failed') {
    return { title: 'Payment declined', content: `<p>Nothing was charged.</p>${wayBack(session.cancelUrl)}` }
  }
  if (session.status === 'complete') {
    const content = `<p>Nothing more to do here: it is not charged twice.</p>${wayBack(session.successUrl)}`

    return { title: 'This order is paid', content }
  }

  const hint =
    session.captureMethod === 'manual'
      ? 'Pay reserves the amount. The shop takes it when your order is placed.'
      : 'Pay takes the amount at once.'

  return { title: 'Pay for your order', content: `${FORM}<p class="hint">${hint}</p>` }
}

const FORM = `<form method="post">
<button name="success" value="1">Pay</button>
<button name="decline" value="1">Decline</button>
<button name="cancel" value="1">Cancel</button>
</form>`

function wayBack(address: string): string {
  return `<a class="way" href="${escapeHtml(address)}">Back to the shop</a>`
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
