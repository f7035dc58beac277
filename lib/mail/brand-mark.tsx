import { light } from '#lib/mail/palette.ts'

const arch = (width: number) => ({
  width: `${width}px`,
  height: `${width / 2}px`,
  borderRadius: `${width}px ${width}px 0 0`,
  fontSize: '1px',
  lineHeight: '1px',
})

/** The half sun on the horizon, drawn with table cells: pictures from a server are blocked, or tell that mail was read. */
export function BrandMark({ name }: { name: string }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0}>
      <tbody>
        <tr>
          <td style={{ verticalAlign: 'middle' }}>
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
          </td>
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
        </tr>
      </tbody>
    </table>
  )
}
