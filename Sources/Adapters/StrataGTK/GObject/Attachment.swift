#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita

/// Swift objects that live as long as a GObject.
enum Attachment {
  /// Has the object own another, in place of one of the same type.
  static func set<Value: AnyObject>(_ value: Value, on object: UnsafeMutableRawPointer) {
    g_object_set_data_full(
      object.assumingMemoryBound(to: GObject.self), key(Value.self), Unmanaged.passRetained(value).toOpaque(),
      { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } })
  }

  /// The object that it owns, if it was given one of this type.
  static func get<Value: AnyObject>(_ type: Value.Type, of object: UnsafeMutableRawPointer) -> Value? {
    g_object_get_data(object.assumingMemoryBound(to: GObject.self), key(type)).map {
      Unmanaged<Value>.fromOpaque($0).takeUnretainedValue()
    }
  }

  private static func key<Value: AnyObject>(_ type: Value.Type) -> String {
    "strata-\(UInt(bitPattern: ObjectIdentifier(type)))"
  }
}

extension Widget {
  /// Has the widget own an object, in place of one of the same type.
  func attach<Value: AnyObject>(_ value: Value) { Attachment.set(value, on: raw) }

  /// What the widget owns of a type.
  func attached<Value: AnyObject>(_ type: Value.Type) -> Value? { Attachment.get(type, of: raw) }
}
#endif
