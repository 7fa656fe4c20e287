import type { DocumentInput, DocumentNote } from '@ecmr/documents'
import type { EcmrCommand, EcmrFields, SignatureInput } from '@ecmr/domain'
import { noteOf, type Step } from './note-of.js'

const PEN =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAPAAAABQCAYAAAAnSfh8AAAABHNCSVQICAgIfAhkiAAAAAFzUkdCAK7OHOkAABLdSURBVHic7Z17dFTVvce/v30mEzKHIDOTBBSkMDMhgFeqnUlC0AJqpVevWquixWLr9VHRSqvX1gfXpbTS2vqs1eujaq1v78U+r7pssYCtyCMzPmhFIJmRCxgFkhkFzgQyc/bv/nHOhCTknTMJj/1Zi7U4e87+7e+B8539O/vsvQdQKBQKhUKhUCgUCoVCoVAoFAqFQqFQKBQKhUKhUCgUCoVCoVAoFAqFQqFQKBQKhUKhUCgUCoVCoVAoFAqFQqFQKBQKhUKhUCgUCoVCoVAoFAqFQqFQKBQKhUKhcA4aagGHKv6JlZWaW2zZ8c8124day5FEWUX1VGY+iknu0Ap927av+4sx1JryxTETwyUA0LAp1tjVOYNi4LKK6qlZ04xAYgRpvKqpLrZmMNp1mrKK6qnZjHk7wP/KgMcufkuDdn1jYm10iOUdlowKTi9rQcv3wTiZwJE2/+429BEBK0jQsiK367Vt61clh0qrk/hC4R+xxG1E2FOAwuD2+Ns7OjsvbwY+evL0L+zdt28+AZcxUNa+VUoI4NdN8ehP8tW+0/jKI+fD5GcOvIEsSKMLknXR3w6+ssMXfyjyXSl5MYCRfaj2qhDipeKx+subV6zYm0d5eaG0vHKGaconGCiHZVADJCYn47VbOzs/Lwb2B8Pfk4wHenHqZiJxdTJe+3o+dDiFNxA5E+BXAYCItjLwDAm8ySaHAdyZO0+QdlpTfO2yIRV7GOAvD1dLkx4F+IRcGYG2g7CCiP4Gpg0gOQaMccw8g4HZB0ahpBB0j3DrD+5cv2LPIF9Cnxl/wqyRu3btuYfBl+fKiGglaXxF06bYhq7qOW5gXzD8FDMu3S8CD2hETxcVDducycoRLZnMxZLlf4BR0uac25Lx2B1Oa3GC0ZOmjd/XknkXwEgCbdSG0ayd62s/zX3uLw9Xs6S/MPMIItrlEjhxR100MbSqD128gfDFAJ5vU7RFQFzflKj9XXf1SsqrzpKm+S0G5rT/hJJC4F7hHv7Lg9XI/lDlPJby3lymSkS7GLgxFY8+1lNdRw3sC0ZeY+Yz7MN1JFxzk/Vr1nc8b/ysWcN2bd39XWbcs18JPZuKR7/lpB4n8AYj74D5RCLa6irSKjsbtLJNvJSZiwGsO2pccfWhmL4NNb5Q5YUs5X/njgni9mSi9sd9iXHMxHBJcxZXEGEBM45pjUW0mwgPUwE/0Phh7BOntfeHklDkHJP5NjDCuTIC/baA3Nd09czbEUcMzMzkD1YuYfD5dtEr+ij3hdtWrWrurp4vFLmAJV4CWIPVE/8mGY/9uxOanMAfjDwimefDesadnayLLu3y3FDka1LyH2D9JzyZTESvGEythzrt7gVCBoyvpxKxV/sbb9asWa5/bDXmMcubGJjU+gGhhYAXhIt+1rgxutEp/b1l0aJF4oFnX7kQzLcAmNoqi2gbM8/v6zU7YuB2Nzrh8WQ89p1e1w1UnichWwd/iOjuZDx6oxO6BoJ/YqRKZnkNLEP+LpmInt9THV8w/DgzroD1PHxeU3zt7wdD66GO9cyL1ftL6N9SiehrTsUvCUXOkYybmHl6uw8Iy4nwSLI+tsSptrrDHwx/WwK3ghHaLwGfEOHO4mOLH+9P1jZgA3uDke+A+TErGL2RTERP72sMfzB8rmTsv9mJ5qbi0ZcGqm0geAPh/wVwFgC4C7TA9o1rP+qpzqips/UWI7kOzAECbfcMK5gyFK81RlVUTTAljjOlnEwMXQiq0zR6uzfXMNiMP2HWyF2796xj5mMBQGh0elNd9I18tFUSqIpImDce+JyMFBE94RJ41OnxC28wcgYB5zLzHADeXDkRbWXmn6YSsUcHEn9ABi4NVJebyL7HgIcIH4Jc05L1a3b1J5Y/GLlWMj9oizJcGk0dqsGg0vLKE7KmfBdWRvF0Mh67tOdaFiWhyCxT8nLriJ5LJaKX5E9pe3yh8BxIWszgiZ19TqAoBN2drK/9n8HS1BO+QPjPuVFkQbi0KR57Ot9tloXCwYzEDQCu7uTjt4jECga/rbkK32rcuHJ3X+P7Q5GvScZ5tnFHtPuQEBfAHU5d54AM7AtE1jK4EgC0Apo00GeKtr0eiFak4tFTBhKvv/gCkSUMvgAAXOQu3xlfVd+n+sHIS8x8EQBomnZ2Y93aV/KlFQBKgzUhEy3PMmNab84n0CZoWDjU7639ocpbpJQ/hdUjvZSMR+cOZvu+UPUIYvNcBi5i5jO7OG0dETYwIw6izSTwkWBkmHkkQ5QScSkzlzGjlEBlANcwoHcMQkQfMLDY6cyy3wb2BsI3AfgZAJDADcn62H0DFTNmUpW/OWOuy40eksCVyfrYEwON2xf85dMmSzNjjZwTPZOKR7/d5xgTa8ZwNlPH4CIiNIwoLj5u83srPsuH3rKJVV/MmOZSMEotydjDjIdIo2VCFK5u3Lhyd0mociaDz5CMK8Dsb1N9yGaRlZZXzsia8k378P9IuKb2N3tzAsvM8jxmPpvBpwE4akABCY3EtIIEVjC05Z29jXGCfhnYF6oeC2luYnARQH9LJaIznRJUEqqcaUq5wj783E2FE3s7pO4EvmD4HmbcAABCK5jSVLf6w/7E8QbCN+cmeRDRY8l4dL7zWiunM8vXcjcbEZ5wk2fhp/V/39lVHX+ocp6U/GOAJ7QWEj1UNJJvaojF0k5r7IzSKZWjs/vkutYvHaFNT9avXTUYbfcWX6iqBlLOZuKZBCpn5rFdnPoZgC25P4KwgUksS9bXfjAYOvtn4EDk5dwrI82tVTRuWLvJSVG+QOR+Bl9nHz6fSsTmORm/+7bD2xkoI9DaZCJaPaBYwfB6ZkwGACJxUjJe+7ZTOkdVVE3IZOX79rtnCEHXNtVH/6vX2uy5tq0FhHoi1yXJ+jWru63oAN5A+O8ATob1pfODZDx2b77bdIJRFVUTJGMsS6lJ0E5PqSvR06vSfNNnA/tCVV9lab5uVab7konoDU6LOiYc9uz9jDa0jkxCfKUpUftXp9vpSIfR8KsHOkLoC1XVsDTfhvUPvSGZiE12RKj1JbeGwVUAIIS4pKm+9rm+xigNVJebZD7FzCflyoSgnzfVR292SmdHfMHIXcz8Q9iTFpKJ6AX5autIQPTl5FDojEJm+TBg5fiioHBRPkQ1xGJpkLgydyxJPjpnzhwtH221RYJyk0j2uYf7nx1oPDstfAQAGJjkC1Te1nOtnvEFI3flzEugRf0xLwDsTKyp+94lZ80QhO8TkAYAKfkmXyCywV8eHlD20Rn+UOUtOfOCENeGDe/16L6ic/rUA/tCketZ8n0AQIIuT9ZHf503ZdaN+iIzfwPWtLrrkona3iyQ6Bf+iTVjZLZlm33oWNpeUnFSsczu3ZAbmHMJ+tLO+ui7/ddZWSmzci2s9PPDZDw2xQmdpcGaUJYzTwI8I1dGoPtHjBu+0Ilpob5g+G5m/MCO20wu/lJ3k/QVvaPXPfDYmpoitqZ/gQjr821eABim8QIAKQBgyEXjjj/Z23Ot/sFmy1W5v2uEJ52K27hx5W4iuiZ3nGW8PGrq7ANeM/SG0aEvl3KW/9RaQK7LHJKJnfFV9alEdCYJXElEuwGAwdfv2rpnkzcY+cZAYvuCkUdbzUu0iwmnK/M6Q68NbOzILMiNGoLEj/IpKkfDplgjQeSesUfuNpoX560xxlWwUpK6xnhsuZOhm+qjfyTQU1Y7HMgYycf7E6dFNr/I4NH24c35GHBK1seeEG6uIKLXYc1zPxbML/oCkTW+UFVNX2J5g5GTvIHwe8xsfTkSGl0u7cupeHSl07qPVHqVQpdOmTU8u3f3VgAjieifyXj0+PxL2483GF4GxikAoEGrdPq9pTcQmQvwCwAAovm9WcbVV8bW1BSld7REmTHFakb8MBmvvafnmha+YOQxZs7NMX81lYid5bTGjpSEIudIibvbzewiLNeIftFYH/1TV/VGT5o2viWTuY8ZX99fSh8Vul2nfrph9eZ86z6S6JWB/aHIQin5J7Cefeck66Mv511ZG0oqIhVmhq2Ui/BOKh4L91ipD/iCkZX2RPfP9FHuY/L1aqBkUtVE2WK+m9vVQxNiXmN97fM91fMGIw+C+VrYq1ZGFA8/Pl8TQ7po/yqAF7ddww1gC4GWMqFWA29i0LEMTGfmaQC+2CHE+4XCc3p376cV/aNHA0+ZMsf9yd7EpwC8Tr8K6QttJ1g4OaDlC1VPY5nNTSK4M5WILXQibtfthWezpNesJZRkEtHVyXhtlym1NxB+ODdnl0DbRQFmDsUyuLE1NUXNO7IXMcv5DPR2hHqdIHH/qMLxL6xfv6QlzxKPSHo0sC8UuZwlW9MZh3CVUEnFScUys28Tg0cTYY9wDato3LiyYaBxc5PpCdRcQO7xgzHrq+OuEwT6xTAv/2fbmVD+8mmT2cz+ksFfgb3sTINr5s7Emrp86+sJX6h6Cjh7GTNmA2h9nCJQM4jfZ8Y7QqPf52tVkWI/PRvYnk1EhIZkPDZmcGR1Ttsbn4AlyUTswoHEazvRIt8TGDriDYSvBvBwm6LPCFjKRJ+CeWb7xd5ocBFm7KiPxQdLX28ZFZxeZlLLFAltR77m+yq6plsDW+ke/mwf3pxKxH4+OLK6pu2A1kB3gsytpiLAYGBMKhH73FGxPeAPVp0q2XwSwPjOzyAT4F/pw9y3Hi7bpSqcpfvXSEzXwXJ5+qgRxY6PzPYHF9z7d/uQ/BtvIDyuP3G8gcjc3FJIEO4bbPMCQFN87bJUIjZBE2Iegd6wd2fYQ0QrQfSQcPG/pBKxa5R5FV3RZQ/sC1WPZZm19qIleigVjy4YTGHd4Q+Gb5WMO2Cll6uT8Vif3k9ac62xiRljiNCgFRZXHKw7FioU3dFlD+wi0w2793W7xIDX+jpJUzy2GMD7AMCMab5QuE8TS5pTdBczxgAAsVigzKs4VOn2GbikIlLBXLCnadOqjwdPUu/wBsLHA1i3v4QuTiWiL/ZUryRUebYpZW4SwiupROzsPMpUKPJKtyt80k0NTc1N2/q8J9BgsDf1yQ7dPybDjNPsovOH+8e+k042dLk22V4A/0cAbiI0uKnwTCO19bD9cSzF4c8h/+uE3kD4OQDfzB13tX9zSSgyS0p+Jbdf0cG4C4Ti0GXslBpfukV6hGbqZMKTlawD2JJKxLbks91D3sCwRpTfbLsMDkQPFnuG3b7lH2+lSqdUjs7ulbd12IHwmlQi9siQiFUMKsxMYyKRIvm5R6cC07MvY+pCsgeCdZPZQwSdGB7JrBPBAxY6CfZItspB0JnhIWIdgIcZOggeYtJB9rH9wwSdNa8Pc5fk8y3CYWFge83tH5hx6v5SShIQb31VlCs9hLZwORKYM2eO9td3t+iiIKuLDDzQXHrWhIek1EnAY9rGImZdMjxE0AF4CKRLwEO2oZihE+ABsc628YjhYaBoKO/zQuEpy+cc8MPCwDn8wfCtzLTQ2myvPURoIBYLevqRLEV7xtbUFHHK9KRbTF244CHTpZPGHtNkq4cSOWOx3ZPB7snsHgo5I/EwAMUgy2hWzzXAnR/zS4oIaTAZDKSJYICRZmIDbB8DaUDsJvBeZhhMSGtEBjOlmUzD7SrYlO/VV4eVgQGgZHL4aNkivgnwqWAUANjChDWpePRXQ63NaZiZyo47RRf7WjxwZfWMyR4SrJOEx5Ssk4CHWOggO0XsZUrYrifr47ZLgwDb2//YxiLbWDAISIPZACHNDKPVgIS0IBgsKQ0BQxClIU2DBdJSklEgkEahZsiMK33t3NONRYsWyaG+yN5y2Bn4YCIcDhc0mcX6nuaMhzJZnVzsyZqsk2APGLqUsAzH8ICEZRjmblNCEOlsp452r3ZwYf0wWZrIMhgYBhGlYfdQBKsnA7HBbBuLkGYmQxDSkJbhNI0MNinNWtaQWaQ9bs0gr5Ye6l0gDzaOaAM7lR5avRp72qWHBI+dARxUEGhv296KKWeyA9NFENnl0jKZJEMIpGH3Zi6NDM5SmgtcxvCigrRf223EYrHMUF/jkcRBa+BFixaJh15cqouCrAf7TD0j4RF2egih6ZLZA4kOI4Zsp4fQ0aG3sno1tno1QLcX1R9s1y9789zFnDMW7PQwl0ZKgyXSmiCDhWW4Ao3SyLoMWehO7/hguUFEPNQXqXAOR2/gURVVEzKmWU6s6URsjSDahpKAh3Dgc5eVBlJxh+euvG1e5wCft00PAey2ezWVHioGHccM3G7xw9DABDR3lxIywRBAmsF2TwZDENJMZDDbI4gSaRbCcGlIw8wasgBpmXEZp504zliyZIk5hNenUByAYwYumRw+2tyHj7uOSWbvU0J7xJCk3ZOR3ZPB0IjSkGRIQenCAs3gjJYWR6WNj6PRZpUeKo40HE2hj548/Qt79+071iXIYA1paWqGxy3Saj2rQqFQKBQKhUKhUCgUCoVCoVAoFAqFQqFQKBQKhUKhUCgUioOT/wd5N+cIRPAR2AAAAABJRU5ErkJggg=='

/** International carriage with everything that CMR art. 6 asks for. */
export const fields: Partial<EcmrFields> = {
  sender_company_name: 'Aceites del Sur S.L.',
  sender_address: 'Polígono La Negrilla, calle Arquímedes 14',
  sender_city: 'Sevilla',
  sender_postal_code: '41016',
  sender_country: 'ES',
  sender_tax_id: 'B41000001',
  sender_contact_name: 'Contacta Remitente',
  sender_email: 'sender@left-out.example',
  sender_phone: '+34 600 000 001',
  receiver_company_name: 'Épicerie Durand SARL',
  receiver_address: '12 rue des Carmes',
  receiver_city: 'Toulouse',
  receiver_postal_code: '31000',
  receiver_country: 'FR',
  receiver_tax_id: 'FR40303265045',
  receiver_contact_name: 'Contact Destinataire',
  receiver_email: 'receiver@left-out.example',
  receiver_phone: '+33 600 000 002',
  carrier_company_name: 'Transportes Guadalquivir S.A.',
  carrier_tax_id: 'A41000009',
  carrier_address: 'Avenida de la Logística 3',
  carrier_city: 'Dos Hermanas',
  carrier_postal_code: '41703',
  carrier_country: 'ES',
  carrier_email: 'carrier@left-out.example',
  carrier_phone: '+34 600 000 003',
  carrier_license_number: 'LC-41-12345',
  driver_name: 'Conductora Oculta',
  driver_phone: '+34 600 000 004',
  vehicle_plate: '1234 LMN',
  trailer_plate: 'R-5678-BCD',
  vehicle_country: 'ES',
  transport_type: 'international',
  pickup_address: 'Muelle 4, Polígono La Negrilla',
  pickup_city: 'Sevilla',
  pickup_country: 'ES',
  pickup_date: '2026-12-01',
  pickup_time_from: '08:00',
  pickup_time_to: '12:00',
  delivery_address: 'Entrepôt Nord, 4 chemin de Garric',
  delivery_city: 'Toulouse',
  delivery_country: 'FR',
  delivery_date: '2026-12-03',
  delivery_time_from: '09:00',
  delivery_time_to: '17:30',
  issue_date: '2026-11-30',
  issue_place: 'Sevilla',
  reference: 'PED-2026-0417',
  goods_description: 'Aceite de oliva virgen extra en botellas de vidrio',
  goods_marks: 'ADS 1–20',
  goods_packages: 20,
  goods_packaging: 'Palés retractilados',
  goods_weight_kg: 14800.5,
  goods_volume_m3: 28.8,
  goods_hs_code: '1509.20',
  goods_dangerous: false,
  goods_temperature: 'Entre 12 y 20 °C',
  seal_numbers: ['ES-002214', 'ES-002215'],
  documents: ['Factura 2026/1180', 'Albarán 5521', 'Certificado de origen'],
  instructions: 'Descargar con carretilla. No apilar más de dos alturas.',
  customs_instructions: 'Mercancía de la Unión: sin formalidades.',
  insurance_instructions: 'Asegurada por el remitente hasta la entrega.',
  transhipment_allowed: false,
  declared_value: '48500.00',
  declared_value_currency: 'EUR',
  special_agreements: 'El retorno de palés vacíos corre a cargo del transportista.',
  delivery_time_limit: '72 horas desde la carga',
  charges: [
    { kind: 'Porte', amount: '1250.00', currency: 'EUR', payer: 'sender' },
    { kind: 'Suplemento de combustible', amount: '87.50', currency: 'EUR', payer: 'sender' },
    { kind: 'Descarga', amount: '120.00', currency: 'EUR', payer: 'receiver' },
  ],
  cod_amount: '2500.00',
  cod_currency: 'EUR',
  notes: 'Avisar al destinatario una hora antes de llegar.',
}

/** The same carriage within Spain. */
export const nationalFields: Partial<EcmrFields> = {
  ...fields,
  transport_type: 'national',
  receiver_company_name: 'Ultramarinos Durán S.L.',
  receiver_address: 'Calle del Carmen 12',
  receiver_city: 'Zaragoza',
  receiver_postal_code: '50001',
  receiver_country: 'ES',
  receiver_tax_id: 'B50000001',
  delivery_address: 'Mercazaragoza, nave 7',
  delivery_city: 'Zaragoza',
  delivery_country: 'ES',
}

const required = {
  sender_company_name: 'Aceites del Sur S.L.',
  sender_address: 'Calle Arquímedes 14',
  sender_city: 'Sevilla',
  receiver_company_name: 'Épicerie Durand SARL',
  receiver_address: '12 rue des Carmes',
  receiver_city: 'Toulouse',
  goods_description: 'Aceite de oliva',
  pickup_date: '2026-12-01',
} as const

const create = (more: Partial<EcmrFields>): EcmrCommand => ({
  type: 'create',
  id: '0192f0c1-0000-7000-8000-000000000001',
  ecmr_number: 'ECMR-2026-000000417-3',
  company_id: 'company-41d9',
  policy: 'lenient',
  fields: { ...required, ...more },
})

const sign = (
  role: SignatureInput['role'],
  signer_name: string,
  more: Partial<SignatureInput> = {},
): EcmrCommand => ({
  type: 'sign',
  signature: { role, signer_name, method: 'drawn', signature_image: PEN, place: 'Sevilla', ...more },
})

export const created = (more: Partial<EcmrFields> = fields): Step => ({
  at: '2026-11-30T09:15:00.000Z',
  commands: [create(more)],
})

/** An issue, as far as later versions look at it. */
export const issued = (at: string, note_version: number, version = 1): Step => ({
  at,
  commands: [
    {
      type: 'issue_document',
      document_id: '0192f0c1-1111-7000-8000-00000000000d',
      kind: 'cmr',
      language: 'es',
      version,
      note_version,
      sha256: 'ab'.repeat(32),
      bytes: 50_000,
      template: 'cmr/1',
      created_at: at,
      modified_at: at,
    },
  ],
})

export const signedByBoth: Step = {
  at: '2026-12-01T08:20:00.000Z',
  commands: [
    sign('sender', 'Lucía Ortega Ramos', { signer_tax_id: '12345678Z' }),
    {
      type: 'record_reservation',
      reservation_id: 'r1',
      by: 'carrier',
      grounds: 'Dos palés con el retráctil roto.',
    },
    sign('carrier', 'Manuel Peña Vidal'),
  ],
}

export const amended: Step = {
  at: '2026-12-02T11:05:30.000Z',
  commands: [
    {
      type: 'edit',
      reason: 'El destinatario cambia de almacén y el camión se avería en Huesca.',
      changes: {
        delivery_address: 'Entrepôt Sud, 88 route d’Espagne',
        delivery_date: '2026-12-04',
        vehicle_plate: '9876 XYZ',
        driver_name: 'Otra Conductora Oculta',
        delivery_time_to: null,
      },
    },
  ],
}

export const delivered: Step = {
  at: '2026-12-03T10:42:11.000Z',
  commands: [
    {
      type: 'record_reservation',
      reservation_id: 'r2',
      by: 'receiver',
      grounds: 'Una caja rota, tres botellas perdidas.',
    },
    sign('receiver', 'Hélène Durand', { place: 'Toulouse', remarks: 'Déchargement à 10 h 30.' }),
  ],
}

export const cancelled: Step = {
  at: '2026-12-01T07:00:00.000Z',
  commands: [{ type: 'cancel', reason: 'El cliente ha anulado el pedido.' }],
}

/** Goods item by item. */
export const itemised = (count: number): Partial<EcmrFields> => ({
  goods_items: Array.from({ length: count }, (_, i) => ({
    description: `Aceite de oliva virgen extra, lote ${1000 + i}`,
    packages: 1 + (i % 7),
    packaging: 'Caja de cartón',
    marks: `ADS ${i + 1}`,
    weight_kg: 120.25 + i,
    volume_m3: 0.36,
    hs_code: '1509.20',
  })),
})

/** A document of a note after some steps. */
export function inputOf(
  notes: readonly (readonly Step[])[],
  more: Partial<DocumentInput> = {},
): DocumentInput {
  return {
    kind: 'cmr',
    language: 'es',
    documentId: '0192f0c1-1111-7000-8000-00000000000d',
    version: 1,
    url: 'https://ecmr.example/d/0123456789abcdefghijklmnopqrstuvwxyzABCDEFG',
    createdAt: '2026-11-30T09:20:00Z',
    modifiedAt: '2026-11-30T09:20:00Z',
    proceduresUrl: 'https://ecmr.example/procedimientos',
    notes: notes.map((steps): DocumentNote => noteOf(steps)),
    ...more,
  }
}
