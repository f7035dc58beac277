import { toSvgPath } from 'lean-qr/extras/svg'
import { drawQr, QUIET_ZONE } from '#components/esims/qr-drawing.ts'

/** An activation code as a QR code: black on an opaque white plate, in every theme and on paper. */
export function QrCode({ code, name }: { code: string; name: string }) {
  const drawing = drawQr(code)
  const edge = drawing.size + 2 * QUIET_ZONE

  return (
    <div className="plate">
      <svg
        viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${edge} ${edge}`}
        role="img"
        aria-label={name}
        shapeRendering="crispEdges"
      >
        <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={edge} height={edge} fill="white" />
        <path d={toSvgPath(drawing)} fill="black" />
      </svg>
    </div>
  )
}
