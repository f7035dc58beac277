import type { MailShop } from '#lib/mail/mail-props.ts'
import type { MailColours } from '#lib/mail/palette.ts'

const arch = (width: number) => ({
  width: `${width}px`,
  height: `${width / 2}px`,
  borderRadius: `${width}px ${width}px 0 0`,
  fontSize: '1px',
  lineHeight: '1px',
})

type BrandMarkProps = { shop: MailShop; light: MailColours['light'] }

/** The shop's own logo, which travels with the mail, or the usual mark; beside it the name. */
export function BrandMark({ shop: { name, logo }, light }: BrandMarkProps) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0}>
      <tbody>
        <tr>
          <td style={{ verticalAlign: 'middle' }}>
            {logo ? <OwnLogo logo={logo} name={name} /> : <HalfSun light={light} />}
          </td>
          {logo?.hasName ? null : (
            <td
              style={{
                verticalAlign: 'middle',
                padding: '0 12px',
                color: light.boardText,
                fontSize: '20px',
                fontWeight: 700,
                lineHeight: '28px',
              }}
            >
              {name}
            </td>
          )}
        </tr>
      </tbody>
    </table>
  )
}

const LOGO_HIGH = 36
const LOGO_WIDE = 220

/** On white: a logo is made for paper, and the head of a mail is dark. */
function OwnLogo({ logo: { src, width, height }, name }: { logo: NonNullable<MailShop['logo']>; name: string }) {
  const scale = Math.min(LOGO_HIGH / height, LOGO_WIDE / width, 1)

  return (
    <img
      src={src}
      width={Math.round(width * scale)}
      height={Math.round(height * scale)}
      alt={name}
      style={{ display: 'block', padding: '6px', borderRadius: '8px', backgroundColor: '#ffffff' }}
    />
  )
}

/** The half sun on the horizon, drawn with table cells: pictures from a server are blocked, or tell that mail was read. */
function HalfSun({ light }: { light: MailColours['light'] }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} aria-hidden="true">
      <tbody>
        <tr>
          <td style={{ padding: '0 4px', borderBottom: `2px solid ${light.boardText}` }}>
            <div style={{ ...arch(20), backgroundColor: light.signal }}>&#8203;</div>
          </td>
        </tr>
        <tr>
          <td style={{ padding: '3px 8px 0' }}>
            <div style={{ borderBottom: `2px solid ${light.boardText}`, fontSize: '1px', lineHeight: '1px' }}>
              &#8203;
            </div>
          </td>
        </tr>
      </tbody>
    </table>
  )
}
