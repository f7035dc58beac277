import { correction, generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'

const QUIET_ZONE = 4

/** An activation code as a QR code: black on an opaque white plate, in every theme and on paper. */
export function QrPlate({ code, name }: { code: string; name: string }) {
  const drawing = generate(code, { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M })
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
