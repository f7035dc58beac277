'use client'

import { toSvgPath } from 'lean-qr/extras/svg'
import { useTranslations } from 'next-intl'
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { CopyButton, CopyValue } from '#components/esims/copy-button.tsx'
import { OwnPhone } from '#components/esims/own-phone.tsx'
import { drawQr, QUIET_ZONE } from '#components/esims/qr-drawing.ts'
import { UnrevealedDrawing } from '#components/esims/unrevealed-drawing.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { CheckField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { useRefresh } from '#components/ui/use-refresh.ts'
import { type Device, followsAndroidLinks, followsAppleLinks, readDevice } from '#lib/catalog/rules/device.ts'
import { isLostAnswer, type RequestFailure, toFailure } from '#lib/core/client/request.ts'
import { useBrowser } from '#lib/core/client/use-browser.ts'
import { useOnline } from '#lib/core/client/use-online.ts'
import { qrImageHref, revealEsim } from '#lib/esims/client/esims.ts'
import type { OpenedEsim } from '#lib/settings/rules/shop.ts'

type EsimPanelProps = {
  esim: { id: string; revealedAt: Date | null }
  n: number
  total: number
  /** The code, when this eSIM was opened before; null while it is sealed. */
  opened: OpenedEsim | null
  device: Device
  deadline: Date | null
  /** Whether it is shown to somebody who did not buy it. */
  isShared: boolean
  qrName: string
  fileName: string
  /** What the server wrote: the mark of the shop, the facts, the steps for both states, and how far a return is. */
  slots: {
    brand: ReactNode
    facts: ReactNode
    before: ReactNode
    after: ReactNode
    more: ReactNode
    returning: ReactNode
  }
}

// A ticket with a board on top and a vertical tear line; where the line lies flat, its notches are those of the stub.
const HEAD =
  'pass-head relative col-span-full flex min-h-[60px] flex-wrap items-center gap-x-4 gap-y-1 rounded-t-[13px] border-b border-board-line bg-board px-6 py-3 font-semibold text-board-text [--line:var(--board-line)] before:absolute before:end-[calc(var(--stub)-2px)] before:top-[12px] before:bottom-0 before:border-s-2 before:border-dashed before:border-board-line after:absolute after:end-[calc(var(--stub)-var(--notch)-1px)] after:top-[calc(-1*var(--notch)-2px)] after:size-[calc(2*var(--notch))] after:rounded-full after:bg-paper after:[clip-path:inset(50%_0_0_0)] stacked:before:hidden stacked:after:hidden small:px-5 small:py-2.5 [&_.badge]:ms-auto [&_.logo]:text-[1.125rem] [&_.logo_svg]:stroke-board-text'
const STUB =
  'pass-stub relative flex flex-col gap-4 border-s-2 border-dashed border-line-dash px-7 py-6 after:absolute after:start-[calc(-1*var(--notch)-1px)] after:bottom-[calc(-1*var(--notch)-1px)] after:size-[calc(2*var(--notch))] after:rounded-full after:border after:border-solid after:border-line after:bg-paper after:[clip-path:inset(-1px_-1px_50%_-1px)] stacked:border-s-0 stacked:border-t-2 stacked:before:absolute stacked:before:top-[calc(-1*var(--notch)-2px)] stacked:before:left-[calc(-1*var(--notch)-1px)] stacked:before:size-[calc(2*var(--notch))] stacked:before:rounded-full stacked:before:border stacked:before:border-solid stacked:before:border-line stacked:before:bg-paper stacked:before:[clip-path:inset(-1px_-1px_-1px_50%)] stacked:after:start-auto stacked:after:top-[calc(-1*var(--notch)-2px)] stacked:after:right-[calc(-1*var(--notch)-1px)] stacked:after:bottom-auto stacked:after:[clip-path:inset(-1px_50%_-1px_-1px)] small:p-5'

/** One eSIM as a boarding pass. Sealed, it holds nothing of its code; opened, QR code and values. */
export function EsimPanel({ esim, n, total, opened, device, slots, ...stub }: EsimPanelProps) {
  const t = useTranslations('card')
  const { refresh } = useRefresh()
  const [revealed, setRevealed] = useState<OpenedEsim | null>(null)
  const codeSide = useRef<HTMLDivElement>(null)
  const isCancelling = slots.returning !== null
  // A code that is going back is of no use to anybody.
  const code = isCancelling ? null : (revealed ?? opened)
  const openedAt = esim.revealedAt ?? (revealed ? new Date() : null)

  // The button that opened it is gone; the focus goes on to what came in its place.
  useEffect(() => {
    if (revealed) codeSide.current?.focus()
  }, [revealed])

  const show = (answer: OpenedEsim) => {
    setRevealed(answer)
    refresh()
  }

  return (
    <>
      <article
        className="ticket pass grid grid-cols-[minmax(0,1fr)_var(--stub)] overflow-visible [--stub:26rem] stacked:grid-cols-1"
        aria-label={t('nOfMany', { n, total })}
      >
        <header className={HEAD}>
          {slots.brand}
          <span className="pass-count num text-(length:--s-1) text-board-soft">{t('nOfMany', { n, total })}</span>
          {code ? (
            <Badge tone="good" icon="check">
              <span>{openedAt ? t.rich('opened', { at: () => <LocalTime at={openedAt} show="moment" /> }) : null}</span>
            </Badge>
          ) : isCancelling ? null : (
            <Badge tone="good" icon="lock">
              {t('sealed')}
            </Badge>
          )}
        </header>
        <div className="pass-main flex flex-col gap-7 px-7 pt-8 pb-7 small:p-5">
          {slots.facts}
          {code ? (
            <p className="print-only small soft hidden">
              {t('iccid')} <bdi className="num">{code.iccid}</bdi>
            </p>
          ) : null}
          {code ? slots.after : isCancelling ? null : slots.before}
        </div>
        <div className={STUB} ref={codeSide} tabIndex={-1}>
          {code ? (
            <RevealedCode opened={code} device={device} qrName={stub.qrName} fileName={stub.fileName} />
          ) : isCancelling ? (
            slots.returning
          ) : (
            <UnrevealedCode esimId={esim.id} deadline={stub.deadline} isShared={stub.isShared} onOpened={show} />
          )}
        </div>
      </article>
      {code ? (
        <div className="pair mt-5 grid grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] gap-5 stacked:grid-cols-1">
          <InstallPanel opened={code} device={device} isShared={stub.isShared} />
          {slots.more}
        </div>
      ) : null}
    </>
  )
}

type UnrevealedCodeProps = {
  esimId: string
  deadline: Date | null
  isShared: boolean
  onOpened: (opened: OpenedEsim) => void
}

/** A closed eSIM. Two sentences are agreed to, each on its own, and only then a POST asks for the code. */
function UnrevealedCode({ esimId, deadline, isShared, onOpened }: UnrevealedCodeProps) {
  const t = useTranslations('card.seal')
  const isOnline = useOnline()
  const [serviceStarts, setServiceStarts] = useState(false)
  const [withdrawalEnds, setWithdrawalEnds] = useState(false)
  const [isOpening, setIsOpening] = useState(false)
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const isAgreed = serviceStarts && withdrawalEnds

  const open = async (event: FormEvent) => {
    event.preventDefault()
    if (!isAgreed || isOpening) return
    setIsOpening(true)
    setFailure(null)
    try {
      onOpened(await revealEsim(esimId))
    } catch (thrown) {
      setFailure(toFailure(thrown))
      setIsOpening(false)
    }
  }

  return (
    <form className="stack no-print" onSubmit={open}>
      <UnrevealedDrawing isHere />
      <div>
        <h3 className="text-(length:--s2)">{t('heading')}</h3>
        <p className="mt-1.5">
          {deadline
            ? t.rich('returnUntil', {
                at: () => (
                  <b className="whitespace-nowrap">
                    <LocalTime at={deadline} show="date_time" />
                  </b>
                ),
              })
            : t(isShared ? 'shared' : 'return')}
        </p>
      </div>
      <div>
        <CheckField
          name="serviceStarts"
          checked={serviceStarts}
          onChange={(event) => setServiceStarts(event.target.checked)}
        >
          {t('serviceStarts')}
        </CheckField>
        <CheckField
          name="withdrawalEnds"
          checked={withdrawalEnds}
          onChange={(event) => setWithdrawalEnds(event.target.checked)}
        >
          {t('withdrawalEnds')}
        </CheckField>
      </div>
      {failure ? <RevealFailure failure={failure} /> : null}
      <Button
        type="submit"
        tone="primary"
        wide
        disabled={!isAgreed || isOpening || !isOnline}
        aria-describedby={`why-${esimId}`}
      >
        {isOpening ? t('showing') : t('show')}
      </Button>
      <p className="small soft" id={`why-${esimId}`} hidden={isAgreed && isOnline}>
        {isOnline ? t('tickBoth') : t('failedOffline')}
      </p>
      <noscript>
        <Notice tone="wait">{t('noScript')}</Notice>
      </noscript>
    </form>
  )
}

function RevealFailure({ failure }: { failure: RequestFailure }) {
  const t = useTranslations('card.seal')

  return (
    <Notice tone="bad" role="alert">
      <p>{t(isLostAnswer(failure) ? 'lost' : 'failed')}</p>
      {failure.reference ? (
        <p className="small soft">
          {t.rich('reference', { reference: failure.reference, code: (chunks) => <bdi>{chunks}</bdi> })}
        </p>
      ) : null}
    </Notice>
  )
}

/** An opened eSIM: one press on the phone itself, and the QR code for any other, as a picture to keep and on paper. */
function RevealedCode({ opened, device, qrName, fileName }: InstallPanelProps & { qrName: string; fileName: string }) {
  const t = useTranslations('card.qr')
  const here = useDevice(device)

  return (
    <div className="stack">
      <InstallHere opened={opened} device={here} />
      <p className="cap text-center">{t('caption')}</p>
      <QrCode code={opened.activationCode} name={qrName} />
      <div className="actions no-print justify-center">
        <ButtonLink size="small" href={qrImageHref(opened.id)} download={fileName}>
          <Icon name="download" />
          {t('save')}
        </ButtonLink>
        <Button size="small" onClick={() => window.print()}>
          <Icon name="print" />
          {t('print')}
        </Button>
      </div>
    </div>
  )
}

/** An activation code as a QR code: black on an opaque white plate, in every theme and on paper. */
function QrCode({ code, name }: { code: string; name: string }) {
  const drawing = drawQr(code)
  const edge = drawing.size + 2 * QUIET_ZONE

  return (
    <div className="plate mx-auto w-[320px] max-w-full rounded-[12px] border border-line bg-white p-[2px] [print-color-adjust:exact] small:w-auto small:p-0">
      <svg
        className="h-auto w-full min-w-[240px] rounded-[9px] [shape-rendering:crispEdges]"
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

const TAB =
  'relative flex min-h-11 flex-1 cursor-pointer items-center justify-center rounded-[9px] font-semibold text-ink-soft has-focus-visible:outline-3 has-focus-visible:outline-(--focus) has-checked:bg-card has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--line-control)]'

type InstallPanelProps = { opened: OpenedEsim; device: Device }

/** Link and values by hand for both kinds of phone. What the device seems to be only decides which stands first. */
function InstallPanel({ opened, device: fromServer, isShared }: InstallPanelProps & { isShared: boolean }) {
  const t = useTranslations('card.install')
  const device = useDevice(fromServer)
  const isAndroid = device.platform === 'android'
  const group = `kind-${opened.id}`

  return (
    <Panel className="install" aria-labelledby={`install-${opened.id}`}>
      <h2 id={`install-${opened.id}`}>{t('heading')}</h2>
      {device.isInApp ? <InAppNotice isShared={isShared} /> : null}
      <OwnPhone />
      <fieldset className="tabs group/kinds grid min-w-0 gap-4 [p+&]:mt-3.5" key={isAndroid ? 'android' : 'apple'}>
        <legend className="sr-only">{t('choose')}</legend>
        <div className="tabs-list flex gap-1 rounded-xl bg-paper-2 p-1">
          <label className={TAB}>
            <input
              className="absolute inset-0 cursor-pointer opacity-0"
              type="radio"
              name={group}
              value="apple"
              defaultChecked={!isAndroid}
            />
            {t('iphone')}
          </label>
          <label className={TAB}>
            <input
              className="absolute inset-0 cursor-pointer opacity-0"
              type="radio"
              name={group}
              value="android"
              defaultChecked={isAndroid}
            />
            {t('android')}
          </label>
        </div>
        <div className="tab-apple group-has-[[value=android]:checked]/kinds:hidden">
          <ApplePart opened={opened} device={device} />
        </div>
        <div className="tab-android group-has-[[value=apple]:checked]/kinds:hidden">
          <AndroidPart opened={opened} device={device} />
        </div>
      </fieldset>
      {opened.confirmationHint !== null ? (
        <CopyValue name={t('confirmationHint')} value={opened.confirmationHint} />
      ) : opened.asksConfirmationCode ? (
        <Notice tone="wait" className="mt-4">
          {t('confirmation')}
        </Notice>
      ) : null}
    </Panel>
  )
}

function ApplePart({ opened, device }: InstallPanelProps) {
  const t = useTranslations('card.install')
  const note = isTooOld(device) ? 'iphoneTooOld' : 'elsewhere'

  return (
    <>
      {opened.links && hasInstallLink(device) ? null : (
        <p className="small soft mb-4.5 print:hidden">{t(opened.links ? note : 'noLink')}</p>
      )}
      <p className="mb-3">{t('byHandiPhone')}</p>
      <CopyValue name={t('smdp')} value={opened.smdpAddress} />
      <CopyValue name={t('matchingId')} value={opened.matchingId} />
    </>
  )
}

function AndroidPart({ opened, device }: InstallPanelProps) {
  const t = useTranslations('card.install')

  return (
    <>
      {opened.links && device.platform === 'android' ? null : (
        <p className="small soft mb-4.5 print:hidden">{t(opened.links ? 'elsewhere' : 'noLink')}</p>
      )}
      <p className="mb-3">{t('byHandAndroid')}</p>
      <CopyValue name={t('fullCode')} value={opened.activationCode} />
    </>
  )
}

/** The link that opens the phone's own installer, where this is such a phone. A picture on its own screen cannot be scanned. */
function InstallHere({ opened: { links }, device }: InstallPanelProps) {
  const t = useTranslations('card.install')
  if (!links || !hasInstallLink(device)) return null
  const isOfApple = isApple(device)

  return (
    <div className="no-print">
      <ButtonLink tone="primary" wide href={isOfApple ? links.apple : links.android} rel="noreferrer">
        {t(isOfApple ? 'oniPhone' : 'onAndroid')}
      </ButtonLink>
      <p className="small soft mt-2.5">{t(isOfApple ? 'iphoneNeeds' : 'androidNeeds')}</p>
    </div>
  )
}

function hasInstallLink(device: Device): boolean {
  return isApple(device) ? !isTooOld(device) : device.platform === 'android' && followsAndroidLinks(device) !== false
}

function isApple({ platform }: Device): boolean {
  return platform === 'apple' || platform === 'touch_mac'
}

function isTooOld(device: Device): boolean {
  return isApple(device) && followsAppleLinks(device) === false
}

/** The address of an order opens nothing in another browser, which has not its cookie: there the link of the mail does. */
function InAppNotice({ isShared }: { isShared: boolean }) {
  const t = useTranslations('card.install')

  return (
    <Notice tone="wait" className="no-print mb-4">
      <p>{t(isShared ? 'inApp' : 'inAppOrder')}</p>
      {isShared ? (
        <p className="actions mt-2">
          <CopyButton name={t('pageAddress')} value={typeof window === 'undefined' ? '' : window.location.href} />
        </p>
      ) : null}
    </Notice>
  )
}

/** What this device seems to be. The server knows the user agent only; touch is asked for in the browser. */
function useDevice(fromServer: Device): Device {
  const touchPoints = useBrowser(() => navigator.maxTouchPoints, 0)

  return useMemo(
    () => (touchPoints > 1 ? readDevice(navigator.userAgent, touchPoints) : fromServer),
    [touchPoints, fromServer],
  )
}
