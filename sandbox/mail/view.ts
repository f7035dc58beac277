import { createHash } from 'node:crypto'
import type { KeptMail } from './mailbox.ts'

const STYLE = `
:root{color-scheme:light dark;--paper:oklch(.985 .006 85);--card:#fff;--ink:oklch(.23 .035 245);--soft:oklch(.47 .03 245);
--line:oklch(.9 .01 245);--link:oklch(.54 .18 35);--wash:oklch(.965 .035 85);--focus:oklch(.52 .17 255)}
@media (prefers-color-scheme:dark){:root{--paper:oklch(.185 .024 250);--card:oklch(.235 .028 248);--ink:oklch(.965 .008 85);
--soft:oklch(.76 .02 245);--line:oklch(.33 .025 247);--link:oklch(.76 .15 44);--wash:oklch(.295 .04 75);--focus:oklch(.8 .11 240)}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
.notice{margin:0;padding:.75rem 1rem;background:var(--wash);font-weight:600;text-align:center}
main{max-width:52rem;margin:0 auto;padding:1rem}
h1{margin:.5rem 0 1rem;font-size:1.44rem;line-height:1.2;overflow-wrap:anywhere}
h2{margin:1.5rem 0 .5rem;font-size:1rem}
a{color:var(--link)}
a:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
ul{list-style:none;margin:0;padding:0;background:var(--card);border:1px solid var(--line);border-radius:14px;overflow:hidden}
li+li{border-top:1px solid var(--line)}
li a{display:block;min-height:44px;padding:.75rem 1rem;color:inherit;text-decoration:none;overflow-wrap:anywhere}
li strong{display:block}
.soft{color:var(--soft);font-size:.875rem}
iframe{width:100%;height:70vh;border:1px solid var(--line);border-radius:14px;background:#fff}
pre{margin:0;padding:1rem;background:var(--card);border:1px solid var(--line);border-radius:14px;white-space:pre-wrap;
overflow-wrap:anywhere;font:inherit}
`

const styleHash = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`

/** For the pages of this server: their one style sheet and the frame with a mail, nothing else. */
export const pagePolicy = `default-src 'none'; style-src '${styleHash}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** For the mail in the frame: no script, no request, links open in a window of their own. */
export const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'self'; form-action 'none'"

export function renderList(mails: KeptMail[], to: string | null): string {
  const rows = mails.map(
    (mail) => `<li><a href="/mails/${mail.id}"><strong>${escapeHtml(mail.subject)}</strong>
<span class="soft">${escapeHtml(mail.to.join(', '))} · ${timeOf(mail)}</span></a></li>`,
  )
  const empty = `<p>No mail${to === null ? '' : ` to ${escapeHtml(to)}`} yet. What the shop sends appears here.</p>`

  return page('Test mail', `<h1>Test mail</h1>${rows.length === 0 ? empty : `<ul>${rows.join('\n')}</ul>`}`)
}

export function renderMailPage(mail: KeptMail): string {
  const html =
    mail.html === ''
      ? ''
      : `<h2>As HTML</h2>
<iframe src="/mails/${mail.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" title="The mail as HTML"></iframe>`

  return page(
    mail.subject,
    `<p><a href="/">All mails</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
<p class="soft">To ${escapeHtml(mail.to.join(', '))}<br>From ${escapeHtml(mail.headers.from ?? mail.from)}<br>${timeOf(mail)}</p>
${html}
<h2>As plain text</h2>
<pre>${linked(mail.text)}</pre>`,
  )
}

/** The mail's own HTML with its pictures. Its links leave the frame, in which the shop would refuse to be shown. */
export function renderFramed(mail: KeptMail): string {
  const html = mail.pictures.reduce(
    (page, { cid, type, base64 }) => page.replaceAll(`"cid:${cid}"`, `"data:${type};base64,${base64}"`),
    mail.html,
  )

  return html.replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`)
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><p class="notice">Test mail: nothing here was delivered</p></header>
<main>${content}</main>
</body>
</html>
`
}

function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((piece, index) =>
      index % 2 === 0 ? escapeHtml(piece) : `<a href="${escapeHtml(piece)}">${escapeHtml(piece)}</a>`,
    )
    .join('')
}

function timeOf(mail: KeptMail): string {
  return `<time datetime="${mail.receivedAt}">${mail.receivedAt.replace('T', ' ').slice(0, 19)} UTC</time>`
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
