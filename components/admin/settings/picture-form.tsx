'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useRef, useState } from 'react'
import { SaveRow } from '#components/admin/settings/save-row.tsx'
import { useSave } from '#components/admin/settings/use-save.ts'
import { Button } from '#components/ui/button.tsx'
import { CheckField, Field } from '#components/ui/field.tsx'
import { keepPlace } from '#lib/client/keep-place.ts'
import { saveDestinationPicture, savePicture } from '#lib/client/settings.ts'
import { picturePath, type ShopPicture } from '#lib/domain/brand.ts'
import { PICTURE_LIMITS, type ShopPictureKind } from '#lib/domain/picture-limits.ts'

type PictureFormProps = { stored: (ShopPicture & { hasName?: boolean }) | null } & (
  | { kind: ShopPictureKind }
  | { kind: 'destination'; skuId: number }
)

const REASONS = ['no_png', 'size', 'weight'] as const

/** A picture of the shop or of one of its destinations, shown on both grounds, with a field for another one. */
export function PictureForm(props: PictureFormProps) {
  const { kind, stored } = props
  const t = useTranslations('admin-settings.picture')
  const [file, setFile] = useState<File | null>(null)
  const [hasName, setHasName] = useState(stored?.hasName ?? false)
  const input = useRef<HTMLInputElement>(null)
  const saving = useSave()
  const { bytes, least, most } = PICTURE_LIMITS[kind]
  const seen = stored?.hash ?? null
  const id = `picture-${kind}`
  const reason = REASONS.find((one) => one === saving.problem?.details.reason)

  async function send(picture: Blob | null) {
    const change = { file: picture, hasName, seen }
    const work = () =>
      props.kind === 'destination'
        ? saveDestinationPicture(props.skuId, change)
        : savePicture({ kind: props.kind, ...change })
    if (!(await saving.save(work))) return
    setFile(null)
    if (input.current) input.current.value = ''
  }

  return (
    <form
      className="a-pb a-pb-stack a-set-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (file) void send(file)
      }}
    >
      {stored ? (
        <p className="a-set-shown">
          {(['light', 'dark'] as const).map((ground) => (
            <span key={ground} className={`a-set-ground a-set-${ground}`}>
              <img
                src={picturePath(stored.hash)}
                width={stored.width}
                height={stored.height}
                alt={t(`${kind}.shown`)}
              />
            </span>
          ))}
        </p>
      ) : null}
      <Field
        id={id}
        label={t(`${kind}.label`)}
        hint={t(`${kind}.hint`, { kb: Math.round(bytes / 1000), least, most })}
        error={reason ? t(`failed.${reason}`) : null}
      >
        <input
          id={id}
          ref={input}
          type="file"
          accept="image/png"
          className="input"
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => setFile(target.files?.[0] ?? null)}
        />
      </Field>
      {kind === 'logo' ? (
        <CheckField checked={hasName} onChange={({ target }) => setHasName(target.checked)}>
          {t('hasName')}
        </CheckField>
      ) : null}
      <SaveRow saving={saving} isChanged={file !== null} label={t('send')} />
      {stored ? (
        <p>
          <Button
            size="small"
            onClick={(event) => {
              keepPlace(event.currentTarget, `#${id}`)
              void send(null)
            }}
          >
            {t('remove')}
          </Button>
        </p>
      ) : null}
    </form>
  )
}
