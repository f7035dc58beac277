'use client'

import { useTranslations } from 'next-intl'
import { CopyButton, CopyValue } from '#components/esims/copy-button.tsx'
import { OwnPhone } from '#components/esims/own-phone.tsx'
import { useDevice } from '#components/esims/use-device.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { type Device, followsAndroidLinks, followsAppleLinks } from '#lib/catalog/rules/device.ts'
import type { OpenedCard } from '#lib/settings/rules/shop.ts'

type InstallPanelProps = { opened: OpenedCard; device: Device }

/** Link and values by hand for both kinds of phone. What the device seems to be only decides which stands first. */
export function InstallPanel({ opened, device: fromServer }: InstallPanelProps) {
  const t = useTranslations('card.install')
  const device = useDevice(fromServer)
  const isAndroid = device.platform === 'android'
  const group = `kind-${opened.id}`

  return (
    <Panel className="install" aria-labelledby={`install-${opened.id}`}>
      <h2 id={`install-${opened.id}`}>{t('heading')}</h2>
      {device.isInApp ? <InAppNotice /> : null}
      <OwnPhone />
      <fieldset className="tabs" key={isAndroid ? 'android' : 'apple'}>
        <legend className="sr-only">{t('choose')}</legend>
        <div className="tabs-list">
          <label>
            <input type="radio" name={group} value="apple" defaultChecked={!isAndroid} />
            {t('iphone')}
          </label>
          <label>
            <input type="radio" name={group} value="android" defaultChecked={isAndroid} />
            {t('android')}
          </label>
        </div>
        <div className="tab-apple">
          <ApplePart opened={opened} device={device} />
        </div>
        <div className="tab-android">
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
  const isHere = device.platform === 'apple' || device.platform === 'touch_mac'
  const isTooOld = isHere && followsAppleLinks(device) === false
  const note = isTooOld ? 'iphoneTooOld' : isHere ? 'iphoneNeeds' : 'elsewhere'

  return (
    <>
      {opened.links && isHere && !isTooOld ? (
        <ButtonLink tone="primary" wide href={opened.links.apple} rel="noreferrer">
          {t('oniPhone')}
        </ButtonLink>
      ) : null}
      <p className="small soft install-note">{t(opened.links ? note : 'noLink')}</p>
      <p className="mb-3">{t('byHandiPhone')}</p>
      <CopyValue name={t('smdp')} value={opened.smdpAddress} />
      <CopyValue name={t('matchingId')} value={opened.matchingId} />
    </>
  )
}

function AndroidPart({ opened, device }: InstallPanelProps) {
  const t = useTranslations('card.install')
  const isPhone = device.platform === 'android'
  const isHere = isPhone && followsAndroidLinks(device) !== false
  const note = isPhone ? 'androidNeeds' : 'elsewhere'

  return (
    <>
      {opened.links && isHere ? (
        <ButtonLink wide href={opened.links.android} rel="noreferrer">
          {t('onAndroid')}
        </ButtonLink>
      ) : null}
      <p className="small soft install-note">{t(opened.links ? note : 'noLink')}</p>
      <p className="mb-3">{t('byHandAndroid')}</p>
      <CopyValue name={t('fullCode')} value={opened.activationCode} />
    </>
  )
}

function InAppNotice() {
  const t = useTranslations('card.install')

  return (
    <Notice tone="wait" className="no-print mb-4">
      <p>{t('inApp')}</p>
      <p className="actions mt-2">
        <CopyButton name={t('pageAddress')} value={typeof window === 'undefined' ? '' : window.location.href} />
      </p>
    </Notice>
  )
}
