import { Button, Img, Link, Text } from 'react-email'
import type { MailBlock } from '#lib/mail/mail-props.ts'
import type { MailColours } from '#lib/mail/qr-png.ts'

/** The name under which the HTML of a mail finds its QR code. */
export const QR_CID = 'esim-qr'

const MONO = "ui-monospace, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace"

type Light = MailColours['light']

const bodyOf = (light: Light) => ({ margin: '0 0 16px', fontSize: '16px', lineHeight: '24px', color: light.ink })

/** One block as mail HTML. Every colour stands inline and is overridden by class in dark mode. */
export function Block({ block, light }: { block: MailBlock; light: Light }) {
  const body = bodyOf(light)
  switch (block.type) {
    case 'paragraph':
      return (
        <Text className="ink" style={body}>
          {block.text}
        </Text>
      )
    case 'note':
      return (
        <Text
          className={`ink ${block.tone}`}
          style={{ ...body, padding: '12px 16px', borderRadius: '10px', backgroundColor: light[block.tone] }}
        >
          {block.text}
        </Text>
      )
    case 'quote':
      return (
        <Text
          className="ink"
          dir="auto"
          style={{
            ...body,
            paddingInlineStart: '16px',
            borderInlineStart: `3px solid ${light.fill}`,
            whiteSpace: 'pre-line',
          }}
        >
          {`${block.text}\n${block.by}`}
        </Text>
      )
    case 'action':
      return (
        <Button
          className="button"
          href={block.url}
          style={{
            margin: '4px 0 20px',
            padding: '13px 24px',
            borderRadius: '10px',
            backgroundColor: light.fill,
            color: light.onFill,
            fontSize: '16px',
            fontWeight: 700,
            textDecoration: 'none',
          }}
        >
          {block.label}
        </Button>
      )
    case 'steps':
      return <Steps block={block} light={light} />
    case 'sums':
      return <Sums block={block} light={light} />
    case 'qr':
      // White around it in dark mode too: a phone reads black on white.
      return (
        <Img
          src={`cid:${QR_CID}`}
          alt={block.name}
          width="240"
          height="240"
          style={{ display: 'block', margin: '0 auto 20px', padding: '8px', backgroundColor: '#ffffff' }}
        />
      )
    case 'values':
      return <Values block={block} light={light} />
    case 'links':
      return block.links.map(({ label, url }) => (
        <Text key={url} className="ink" style={{ ...body, margin: '0 0 12px' }}>
          <Link className="link" href={url} style={{ color: light.link, fontWeight: 600 }}>
            {label}
          </Link>
        </Text>
      ))
  }
}

function Steps({ block, light }: { block: Extract<MailBlock, { type: 'steps' }>; light: Light }) {
  const body = bodyOf(light)

  return (
    <>
      <Text className="ink" style={{ ...body, margin: '8px 0', fontWeight: 700 }}>
        {block.title}
      </Text>
      <ol className="ink" style={{ ...body, padding: '0 24px' }}>
        {block.steps.map((step) => (
          <li key={step} style={{ margin: '0 0 8px' }}>
            {step}
          </li>
        ))}
      </ol>
    </>
  )
}

function Values({ block, light }: { block: Extract<MailBlock, { type: 'values' }>; light: Light }) {
  const body = bodyOf(light)

  return (
    <>
      <Text className="ink" style={{ ...body, margin: '8px 0', fontWeight: 700 }}>
        {block.title}
      </Text>
      {block.rows.map(({ label, value }) => (
        <Text key={label} className="soft" style={{ ...body, margin: '0 0 12px', color: light.soft }}>
          {label}
          <br />
          <bdi
            className="ink"
            style={{
              direction: 'ltr',
              unicodeBidi: 'isolate',
              fontFamily: MONO,
              wordBreak: 'break-all',
              color: light.ink,
            }}
          >
            {value}
          </bdi>
        </Text>
      ))}
    </>
  )
}

function Sums({ block, light }: { block: Extract<MailBlock, { type: 'sums' }>; light: Light }) {
  const rows = [...block.rows.map((row) => ({ ...row, isTotal: false })), { ...block.total, isTotal: true }]

  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} style={{ margin: '0 0 20px' }}>
      <tbody>
        {numbered(rows).map(({ id, item: { label, value, isTotal } }) => {
          const cell = {
            padding: '8px 0',
            fontSize: '16px',
            lineHeight: '24px',
            color: isTotal ? light.ink : light.soft,
            fontWeight: isTotal ? 700 : 400,
            ...(isTotal ? { borderTop: `1px dashed ${light.dash}` } : {}),
          }

          return (
            <tr key={id}>
              <td className={isTotal ? 'ink tear' : 'soft'} style={cell}>
                {label}
              </td>
              <td
                className={isTotal ? 'ink tear' : 'ink'}
                align="right"
                style={{ ...cell, color: light.ink, paddingLeft: '12px', textAlign: 'end', whiteSpace: 'nowrap' }}
              >
                {value}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Gives each part its place in the mail as key: two of them may read the same, and none ever moves. */
export function numbered<Item>(items: readonly Item[]): { id: string; item: Item }[] {
  return items.map((item, index) => ({ id: String(index), item }))
}
