import { correction, generate } from 'lean-qr'
import { toSvgSource } from 'lean-qr/extras/svg'
import { z } from 'zod'
import { read } from '#lib/core/http/route.ts'
import { parseInput } from '#lib/core/rules/parse-input.ts'
import { openedCard } from '#lib/esims/commands/opened-card.ts'
import { qrPng } from '#lib/mail/qr-png.ts'

const QUIET_ZONE = 4
const HEADERS = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** GET /api/esims/[id]/qr?format=png|svg: the picture of an opened code, black on opaque white. */
export const GET = read(
  {
    caller: 'any',
    limit: 'reveal',
    params: z.object({ id: z.string().max(64) }),
    reply: z.never(),
  },
  async ({ caller, params, request }) => {
    const asked = new URL(request.url).searchParams.get('format') ?? 'svg'
    const format = parseInput(z.enum(['svg', 'png']), asked)
    const { activationCode } = await openedCard(caller, params.id)

    return format === 'png' ? pngOf(activationCode) : svgOf(activationCode)
  },
)

function pngOf(code: string): Response {
  return new Response(Buffer.from(qrPng(code)), {
    headers: { ...HEADERS, 'content-type': 'image/png', 'content-disposition': 'attachment' },
  })
}

function svgOf(code: string): Response {
  const drawing = generate(code, { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M })
  const svg = toSvgSource(drawing, { on: 'black', off: 'white', pad: QUIET_ZONE, xmlDeclaration: true })

  return new Response(svg, { headers: { ...HEADERS, 'content-type': 'image/svg+xml' } })
}
