import { type InSix, inSix } from '@ecmr/contract'
import { common } from './common.js'

const { es, en } = common

/**
 * The texts around a page that more people read than have accounts: in six languages. They replace those of `common`; what is not here
 * such pages do not show.
 */
export const frameInSix = inSix({
  skip: own('skip', 'Aller au contenu', 'Zum Inhalt', 'Ir para o conteúdo', 'Vai al contenuto'),
  menu: own('menu', 'Menu', 'Menü', 'Menu', 'Menu'),
  home: own('home', 'Accueil', 'Start', 'Início', 'Home'),
  notes: own('notes', 'Lettres de voiture', 'Frachtbriefe', 'Declarações de expedição', 'Lettere di vettura'),
  webhooks: own('webhooks', 'Webhooks', 'Webhooks', 'Webhooks', 'Webhook'),
  apiKeys: own('apiKeys', 'Clés API', 'API-Schlüssel', 'Chaves API', 'Chiavi API'),
  connect: own('connect', 'Connecter une IA', 'KI verbinden', 'Ligar IA', 'Collega IA'),
  audit: own('audit', 'Journal d’audit', 'Prüfprotokoll', 'Auditoria', 'Registro di controllo'),
  company: own('company', 'Entreprise', 'Unternehmen', 'Empresa', 'Azienda'),
  account: own('account', 'Mon compte', 'Mein Konto', 'A minha conta', 'Il mio account'),
  tracking: own('tracking', 'Suivi', 'Sendungsverfolgung', 'Seguimento', 'Tracciamento'),
  apiDocs: own(
    'apiDocs',
    'Documentation de l’API',
    'API-Dokumentation',
    'Documentação da API',
    'Documentazione API',
  ),
  procedures: own('procedures', 'Procédures', 'Verfahren', 'Procedimentos', 'Procedure'),
  verifyProof: own(
    'verifyProof',
    'Vérifier une preuve',
    'Nachweis prüfen',
    'Verificar uma prova',
    'Verifica una prova',
  ),
  legalNotice: own('legalNotice', 'Mentions légales', 'Impressum', 'Aviso legal', 'Note legali'),
  privacyPolicy: own(
    'privacyPolicy',
    'Politique de confidentialité',
    'Datenschutz',
    'Política de privacidade',
    'Informativa sulla privacy',
  ),
  support: own('support', 'Aide', 'Hilfe', 'Ajuda', 'Assistenza'),
  theme: own('theme', 'Thème', 'Design', 'Tema', 'Tema'),
  theme_system: own('theme_system', 'Automatique', 'Automatisch', 'Automático', 'Automatico'),
  theme_light: own('theme_light', 'Clair', 'Hell', 'Claro', 'Chiaro'),
  theme_dark: own('theme_dark', 'Sombre', 'Dunkel', 'Escuro', 'Scuro'),
  logIn: own('logIn', 'Se connecter', 'Anmelden', 'Entrar', 'Accedi'),
  register: own('register', 'Créer un compte', 'Konto erstellen', 'Criar conta', 'Crea un account'),
  logOut: own('logOut', 'Se déconnecter', 'Abmelden', 'Sair', 'Esci'),
  enterTest: own(
    'enterTest',
    'Voir les données de test',
    'Testdaten anzeigen',
    'Ver dados de teste',
    'Mostra dati di prova',
  ),
  leaveTest: own(
    'leaveTest',
    'Revenir aux données réelles',
    'Zurück zu den echten Daten',
    'Voltar aos dados reais',
    'Torna ai dati reali',
  ),
  required: own('required', 'obligatoire', 'erforderlich', 'obrigatório', 'obbligatorio'),
  error: own('error', 'Erreur', 'Fehler', 'Erro', 'Errore'),
  faults: own(
    'faults',
    'Corrigez les erreurs ci-dessous',
    'Korrigieren Sie die folgenden Fehler',
    'Corrija os seguintes erros',
    'Corregga i seguenti errori',
  ),
  behind: own(
    'behind',
    'Les derniers changements ne sont pas encore visibles ici. Actualisez la page dans quelques secondes.',
    'Die letzten Änderungen sind hier noch nicht zu sehen. Laden Sie die Seite in einigen Sekunden neu.',
    'As últimas alterações ainda não são visíveis aqui. Atualize a página dentro de alguns segundos.',
    'Le ultime modifiche non sono ancora visibili qui. Ricarichi la pagina tra qualche secondo.',
  ),
  testMode: own(
    'testMode',
    'Données de test : séparées des données réelles et sans effet juridique.',
    'Testdaten: getrennt von den echten Daten und ohne rechtliche Wirkung.',
    'Dados de teste: separados dos dados reais e sem efeito legal.',
    'Dati di prova: separati dai dati reali e senza effetti legali.',
  ),
})

/** The texts of every page that are one sentence or a word. */
type Key = { readonly [K in keyof typeof es]: (typeof es)[K] extends string ? K : never }[keyof typeof es]

/** Spanish and English are those of every page. */
function own(key: Key, ...[fr, de, pt, it]: readonly [string, string, string, string]): InSix {
  return [es[key], en[key], fr, de, pt, it]
}
