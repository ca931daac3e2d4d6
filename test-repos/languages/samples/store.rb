# frozen_string_literal: true

require 'json'

# Things that are kept.
module Store
  VERSION = '1.2.0'
  DEFAULTS = {
    size: 10
  }.freeze

  class Error < StandardError; end

  class NotFound < Error
    def initialize(key)
      super("not found: #{key}")
    end
  end

  # Mixed into records.
  module Findable
    def self.included(base)
      base.extend(ClassMethods)
    end

    module ClassMethods
      def find(id)
        new(id)
      end
    end

    def reload!
      self
    end
  end

  # A record.
  #
  # It knows its fields.
  class Record < Struct.new(:id, :name)
    include Findable
    attr_reader :id, :created_at
    attr_accessor :name

    LIMIT = 5

    class << self
      # Opens the store.
      def open(path, mode: 'r', &block)
        new(path)
      end

      def close = nil

      private

      def connection
        @connection ||= {}
      end
    end

    def self.create(attributes = {}, **options)
      record = new(attributes)
      record.save!
    end

    def initialize(id, name = nil)
      @id = id
    end

    # Is it there?
    def valid?
      !id.nil?
    end

    def save!
      helper = ->(value) { value + 1 }
      raise Error unless valid?

      def nested_helper
        1
      end
      helper.call(1)
    end

    def name=(value)
      @name = value
    end

    def [](key)
      @data[key]
    end

    def ==(other)
      id == other.id
    end

    def <=>(other)
      id <=> other.id
    end

    def +(other) = Record.new(id + other.id)

    private

    def secret
      define_method(:dynamic) { 1 }
    end

    private def inline_private
      2
    end

    memoize def slow(count)
      count
    end
  end

  class Record::Index
    def rebuild; end
  end

  def self.connect(url)
    url
  end

  def helper; end
  module_function :helper
end

class Store::Remote < Store::Record
  def fetch
    yield
  end
end

Point = Struct.new(:x, :y) do
  def distance
    Math.sqrt(x * x + y * y)
  end
end

def Store.global
  1
end

def top_level(a, *rest, key:, **options, &block)
  a
end
