/**
 * Imperatives for “usted”, which differ from those for “tú”. Words that are also nouns or other persons are left out.
 */
const FORMAL_SPANISH = new Set(
  `abra acepte actualice agregue anote añada asigne avise borre busque califique cambie cancele cierre compruebe comuníquese comunique conecte confirme
  consulte copie corrija cree decida deje descargue descarte desconecte deshaga desvincule detenga devuelva diga dé edite elija elimine empareje encuentre
  entregue envíe escriba espere exporte guarde haga inicie intente introduzca lea llame llene marque mire muestre oculte permita pida ponga pregunte publique
  pulse quite recargue recupere reduzca reinicie reintente reparta restaure revise seleccione separe siga sincronice solicite suba tenga use utilice vaya
  vincule vuelva`.split(/\s+/),
);
const ENCLITIC = /(?:se)?(?:los|las|les|lo|la|le)$|(?:me|nos|se)$/;
/**
 * Matches the beginning of a sentence, or of a part of it: a verb there is a request; after “que” or “cuando” it is
 * about others.
 */
const BEGINS = /(?:^|[.:;!?¿¡«“(\n]\s*|,\s+(?:[oyue]\s+)?|\s[oyue]\s)$/;
const bare = (word: string): string =>
  word
    .normalize('NFD')
    .replaceAll(/\u0301/g, '')
    .normalize('NFC');
const bareFormal = new Set([...FORMAL_SPANISH].map(bare));

/**
 * Returns the first word of a text that addresses people in a form that the language's file does not use, or null.
 * Spanish uses “tú” for everybody (docs/decisions/spanish-says-tu.md). Other languages are not checked.
 */
export function findOtherAddress(tag: string, text: string): string | null {
  if (!/^es\b/.test(tag)) return null;
  for (const { 0: word, index } of text.matchAll(/\p{L}+/gu)) {
    const low = word.toLowerCase();
    if (/^ustedes?$|^usted$/.test(low)) return word;
    if (FORMAL_SPANISH.has(low) && BEGINS.test(text.slice(0, index))) return word;
    // “inténtelo”: the accent distinguishes the verb and its object from other words.
    if (low !== bare(low) && ENCLITIC.test(low) && bareFormal.has(bare(low.replace(ENCLITIC, '')))) return word;
  }
  return null;
}
