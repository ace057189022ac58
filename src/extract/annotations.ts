/** The texts that a type admits, written here or in the module that it comes from. */
import type { Ref } from "../facts.ts";
import { bindingValue } from "./bindings.ts";
import { addValue, type Extraction, textValue } from "./context.ts";
import { resolve } from "./scope.ts";
import { ts } from "./syntax.ts";

/** What a type annotation admits, where it is a union of texts written here or in the module that it comes from; null for other types. */
export function annotationNames(context: Extraction, type: ts.TypeNode): Ref | null {
  const texts = admitted(context, type, 0);
  return texts === null ? null : addValue(context, { is: "either", of: texts });
}

/** The texts of a type alias, for its importers; null where it is no union of texts. */
export function aliasNames(context: Extraction, alias: ts.TypeAliasDeclaration): Ref | null {
  return alias.typeParameters ? null : annotationNames(context, alias.type);
}

function admitted(context: Extraction, type: ts.TypeNode, depth: number): Ref[] | null {
  if (depth > 8) return null;
  if (ts.isParenthesizedTypeNode(type)) return admitted(context, type.type, depth + 1);
  if (ts.isLiteralTypeNode(type)) return ts.isStringLiteral(type.literal) ? [textValue(context, type.literal.text)] : null;
  if (ts.isUnionTypeNode(type)) {
    const parts = type.types.map((part) => admitted(context, part, depth + 1));
    return parts.includes(null) ? null : (parts as Ref[][]).flat();
  }
  if (ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && !type.typeArguments) return referred(context, ts.idText(type.typeName), depth);
  if (ts.isTypeOperatorNode(type) && type.operator === ts.SyntaxKind.KeyOfKeyword && ts.isTypeQueryNode(type.type)) {
    const of = queried(context, type.type);
    return of === null ? null : [addValue(context, { is: "each", of, keys: true })];
  }
  if (ts.isIndexedAccessTypeNode(type)) {
    const object = ts.isParenthesizedTypeNode(type.objectType) ? type.objectType.type : type.objectType;
    const of = ts.isTypeQueryNode(object) ? queried(context, object) : null;
    if (of === null) return null;
    if (type.indexType.kind === ts.SyntaxKind.NumberKeyword) return [addValue(context, { is: "each", of, keys: false })];
    if (ts.isTypeOperatorNode(type.indexType)) {
      const values = addValue(context, { is: "result", of: addValue(context, { is: "global", name: "Object.values" }), args: [of], made: false });
      return [addValue(context, { is: "each", of: values, keys: false })];
    }
  }
  return null;
}

/** A named type: an alias of this file, or what another module exports under `type NAME`. */
function referred(context: Extraction, name: string, depth: number): Ref[] | null {
  for (const statement of context.tree.source.statements) {
    if (ts.isTypeAliasDeclaration(statement) && ts.idText(statement.name) === name) return statement.typeParameters ? null : admitted(context, statement.type, depth + 1);
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteralLike(statement.moduleSpecifier)) continue;
    const named = statement.importClause?.namedBindings;
    const item = named && ts.isNamedImports(named) ? named.elements.find((element) => ts.idText(element.name) === name) : undefined;
    if (item) return [addValue(context, { is: "import", from: statement.moduleSpecifier.text, name: `type ${(item.propertyName ?? item.name).text}` })];
  }
  return null;
}

function queried(context: Extraction, query: ts.TypeQueryNode): Ref | null {
  const binding = ts.isIdentifier(query.exprName) ? resolve(context.tree, query.exprName) : null;
  return binding && bindingValue(context, binding);
}
