import { textTable } from '@ecmr/contract'

export const switchTexts = textTable({
  named: [
    (company: string, isTest: boolean) => (isTest ? `${company} (datos de prueba)` : company),
    (company: string, isTest: boolean) => (isTest ? `${company} (test data)` : company),
  ],
  otherForm: {
    title: [
      (opened: string) => `Este formulario es de ${opened}`,
      (opened: string) => `This form belongs to ${opened}`,
    ],
    sentence: [
      (opened: string, current: string) =>
        `Lo abrió para ${opened} y ahora trabaja en ${current}. No se ha guardado nada.`,
      (opened: string, current: string) =>
        `You opened it for ${opened} and are now working in ${current}. Nothing was saved.`,
    ],
    kept: [
      (opened: string) =>
        `Lo que ha escrito se conserva. Cambie a ${opened} y podrá enviarlo en el paso siguiente.`,
      (opened: string) =>
        `Your entries are kept. Switch to ${opened}, and you can submit them in the next step.`,
    ],
    notKept: [
      (opened: string) => `Cambie a ${opened} y vuelva a rellenar el formulario.`,
      (opened: string) => `Switch to ${opened} and fill in the form again.`,
    ],
    leftTitle: ['Este formulario es de otra empresa', 'This form belongs to another company'],
    left: [
      (current: string) =>
        `Lo abrió para una empresa a la que ya no tiene acceso y ahora trabaja en ${current}. No se ha guardado nada.`,
      (current: string) =>
        `You opened it for a company that you no longer have access to, and are now working in ${current}. Nothing was saved.`,
    ],
    typed: ['Lo que ha escrito', 'Your entries'],
    stay: [(current: string) => `Seguir en ${current}`, (current: string) => `Stay in ${current}`],
  },
  otherLink: {
    title: ['Esta página es de otra de sus empresas', 'This page belongs to another of your companies'],
    sentence: [
      (owner: string, current: string) =>
        `Pertenece a ${owner} y ahora trabaja en ${current}. Para verla, cambie de empresa.`,
      (owner: string, current: string) =>
        `It belongs to ${owner} and you are working in ${current}. Switch companies to see it.`,
    ],
  },
  switchTo: [(company: string) => `Cambiar a ${company}`, (company: string) => `Switch to ${company}`],
  switched: {
    title: [
      (company: string) => `Ahora trabaja en ${company}`,
      (company: string) => `You are now working in ${company}`,
    ],
    sentence: [
      'Aún no se ha guardado nada. Lo que ha escrito se conserva: ya puede enviarlo.',
      'Nothing has been saved yet. Your entries are kept, and you can submit them now.',
    ],
    send: ['Enviar el formulario', 'Submit the form'],
    discard: ['Descartar', 'Discard'],
  },
})
